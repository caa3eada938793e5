import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { endFirstLight } from '../first-light.ts';
import { paths } from '../paths.ts';

/** What stands where a page could not be shown, usually because it was updated while it was open. */
export function Broken() {
  useEffect(endFirstLight, []);
  return (
    <Center mih="100dvh" p="lg">
      <Stack align="center" role="alert">
        <Title order={1} size="h2">
          This page could not be shown
        </Title>
        <Text ta="center">Load it again; if that does not help, go back to the start.</Text>
        <Button onClick={() => window.location.reload()}>Load again</Button>
        <Anchor href={paths.dashboard}>Back to the start</Anchor>
      </Stack>
    </Center>
  );
}
