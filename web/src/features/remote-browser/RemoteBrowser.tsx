import { Button, CloseButton, Group, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useModal } from '../../components/focus/use-modal.ts';
import { remoteBrowserText } from '../../text/remote-browser.ts';
import type { openBrowserHub } from './browser-hub.ts';
import classes from './RemoteBrowser.module.css';
import { RemoteScreen } from './RemoteScreen.tsx';
import type { Phase, RemoteLogin } from './session-events.ts';
import { TouchBar } from './TouchBar.tsx';
import { type RemoteSession, useRemoteSession } from './use-remote-session.ts';

export type RemoteBrowserProps = {
  login: RemoteLogin;
  /** The wearer has signed in; this window is to be closed. `code`: what CareLink's page has returned. */
  onCode: (code: string) => void;
  onClose: () => void;
  /** How to reach the hub; tests bring their own. */
  open?: typeof openBrowserHub;
};

const loadingPhases: readonly Phase[] = ['connecting', 'opening', 'lost', 'done'];

/** CareLink's own sign-in page in a remote browser, full screen. Escape always closes it. */
export function RemoteBrowser({ login, onCode, onClose, open }: RemoteBrowserProps) {
  const dialog = useModal();
  const viewport = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [heading, guide] = [useId(), useId()];
  const session = useRemoteSession({ login, canvas, onCode }, open);
  const { phase } = session;
  useEffect(() => {
    if (phase !== 'showing') return;
    if (!matchMedia('(pointer: coarse)').matches) canvas.current?.focus();
    // On a phone the page is wider than the screen, and its form is in the middle.
    const { scrollWidth = 0, clientWidth = 0 } = viewport.current ?? {};
    viewport.current?.scrollTo({ left: (scrollWidth - clientWidth) / 2 });
  }, [phase]);
  return (
    <dialog
      ref={dialog}
      className={classes.window}
      aria-labelledby={heading}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <div className={classes.bar}>
        <div className={classes.titles}>
          <Title order={2} size="h4" id={heading}>
            {remoteBrowserText.title}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {remoteBrowserText.phases[phase]}
          </Text>
          <VisuallyHidden id={guide}>{remoteBrowserText.guide}</VisuallyHidden>
        </div>
        <CloseButton aria-label={remoteBrowserText.closeWithoutSigningIn} size="lg" onClick={onClose} />
      </div>
      <div ref={viewport} className={classes.viewport}>
        <RemoteScreen canvas={canvas} send={session.send} describedBy={guide} />
        {loadingPhases.includes(phase) && (
          <div className={`${classes.cover} ${classes.loading}`}>
            <Loader aria-hidden="true" mx="auto" />
          </div>
        )}
        {session.error !== null && <Stopped session={session} onClose={onClose} />}
      </div>
      <TouchBar send={session.send} />
    </dialog>
  );
}

/** Errors after which trying again cannot help. */
const finalErrors: readonly string[] = ['not-yours', 'refused', 'forged'];

function Stopped({ session, onClose }: { session: RemoteSession; onClose: () => void }) {
  const { error, log } = session;
  if (error === null) return null;
  return (
    <div className={classes.cover}>
      <Stack maw="32rem" align="center">
        <Text role="alert">{error.text}</Text>
        <Group justify="center">
          {!finalErrors.includes(error.code) && (
            <Button onClick={session.again}>{remoteBrowserText.stopped.retry}</Button>
          )}
          <Button variant="default" onClick={onClose}>
            {remoteBrowserText.stopped.close}
          </Button>
        </Group>
        <details>
          <summary>{remoteBrowserText.stopped.log}</summary>
          <pre className={classes.lines}>{log.join('\n')}</pre>
        </details>
      </Stack>
    </div>
  );
}
