import { Button, Stack, Text } from '@mantine/core';

/** An error message with a button to load again. */
export function LoadError({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text>This could not be loaded.</Text>
      <Button variant="default" onClick={() => void onRetry()}>
        Try again
      </Button>
    </Stack>
  );
}
