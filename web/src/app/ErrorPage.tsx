import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { paths } from '../paths.ts';
import { removeSplash } from '../splash.ts';

/** Shown when a page fails to render, usually because its files were replaced by an update while it was open. */
export function ErrorPage() {
  useEffect(removeSplash, []);
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
