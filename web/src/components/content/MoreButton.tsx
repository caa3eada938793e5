import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

export type MoreButtonProps = {
  label: string;
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
};

/** Loads the next page of a list that is read page by page; nothing after the last one. */
export function MoreButton({ label, pages }: MoreButtonProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  return hasNextPage ? (
    <Button
      variant="default"
      mt="md"
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage().catch(() => undefined)}
    >
      {label}
    </Button>
  ) : null;
}
