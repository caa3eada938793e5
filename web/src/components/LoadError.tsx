import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { commonText } from '../text/common.ts';

/** An error message with a button to load again. */
export function LoadError({ onRetry }: { onRetry: () => unknown }) {
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  };
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text>{commonText.loadFailed.message}</Text>
      <Button variant="default" loading={isTrying} onClick={() => void retry()}>
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
