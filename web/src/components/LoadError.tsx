import { Button, Stack, Text } from '@mantine/core';
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
