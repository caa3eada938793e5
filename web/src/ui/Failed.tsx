import { Button, Stack, Text } from '@mantine/core';

/** What stands where something could not be loaded. */
export function Failed({ again }: { again: () => unknown }) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text>This could not be loaded.</Text>
      <Button variant="default" onClick={() => void again()}>
        Try again
      </Button>
    </Stack>
  );
}
