import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { focusOn } from '../focus/use-focus-to-panel.ts';

export type MoreButtonProps = { label: string; isLoading?: boolean; onMore: () => void };

/** Right below a list: shows more of it. Where it goes because that is all, the first new item gets the focus. */
export function MoreButton({ label, isLoading = false, onMore }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** The last item when it was pressed. */
  const last = useRef<Element>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      // The new items may not be on the page yet.
      if (shown === document.activeElement) queueMicrotask(() => focusOn(last.current?.nextElementSibling));
    };
  }, []);
  const showMore = () => {
    last.current = button.current?.previousElementSibling?.lastElementChild ?? null;
    onMore();
  };
  return (
    <Button ref={button} variant="default" mt="md" loading={isLoading} onClick={showMore}>
      {label}
    </Button>
  );
}

export type MorePagesProps = {
  label: string;
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
};

/** Loads the next page of a list that is read page by page; nothing after the last one. */
export function MorePages({ label, pages }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  return hasNextPage ? (
    <MoreButton
      label={label}
      isLoading={isFetchingNextPage}
      onMore={() => void fetchNextPage().catch(() => undefined)}
    />
  ) : null;
}
