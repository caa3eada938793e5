import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { commonText } from '../text/common.ts';

/** An error message with a button to load again. */
export function LoadError({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text>{commonText.loadFailed.message}</Text>
      <Button variant="default" onClick={() => void onRetry()}>
        {commonText.loadFailed.retry}
      </Button>
    </Stack>
  );
}

export type LoadingProps = {
  isError: boolean;
  refetch: () => unknown;
  /** About that of the content, in pixels. */
  height: number;
};

/** In place of content that is not loaded yet, or could not be loaded. */
export const Loading = ({ isError, refetch, height }: LoadingProps) =>
  isError ? (
    <LoadError onRetry={refetch} />
  ) : (
    <Skeleton height={height} aria-label={commonText.loading} role="status" />
  );
