import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { paths } from '../paths.ts';
import { removeSplash } from '../splash/splash.ts';
import { commonText } from '../text/common.ts';

/**
 * Shown when a page fails to render, usually because its files were replaced by an update while it was open, or
 * because there is no network. Without a network a reload would lose the page altogether.
 */
export function ErrorPage({ onRetry }: { onRetry: () => void }) {
  useEffect(removeSplash, []);
  return (
    <Center component="main" id="page" tabIndex={-1} mih="60dvh" p="lg">
      <Stack align="center" role="alert">
        <Title order={1} size="h2">
          {commonText.pageFailed.title}
        </Title>
        <Text ta="center">{commonText.pageFailed.whatToDo}</Text>
        <Button onClick={() => (navigator.onLine ? window.location.reload() : onRetry())}>
          {commonText.pageFailed.reload}
        </Button>
        <Anchor href={paths.dashboard}>{commonText.pageFailed.toStart}</Anchor>
      </Stack>
    </Center>
  );
}
