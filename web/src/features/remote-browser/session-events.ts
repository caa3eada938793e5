import { BROWSER_HEIGHT, BROWSER_WIDTH, type BrowserErrorCode } from '@tealight/contract';
import type { RefObject } from 'react';
import { remoteBrowserText } from '../../text/remote-browser.ts';
import type { BrowserHub, BrowserHubEvent, Listeners } from './browser-hub.ts';
import { screenOn } from './screen.ts';

/** The steps of a sign-in. */
export type Phase = 'connecting' | 'opening' | 'showing' | 'solved' | 'lost' | 'done' | 'stopped';

export type RemoteError = { text: string; code: BrowserErrorCode | 'no-connection' | 'ended' };

export const connectionError = (): RemoteError => ({
  text: remoteBrowserText.stopped.noConnection,
  code: 'no-connection',
});

const sessionEnded = (): RemoteError => ({ text: remoteBrowserText.stopped.ended, code: 'ended' });

export type RemoteLogin = { captchaUrl: string; username: string; password: string };

export type RemoteSessionOptions = {
  login: RemoteLogin;
  canvas: RefObject<HTMLCanvasElement | null>;
  onCode: (code: string) => void;
};

/** One attempt to sign in. `latest`: the options of the latest render. */
export type SessionContext = {
  isClosed: () => boolean;
  setPhase: (phase: Phase) => void;
  setError: (error: RemoteError | null) => void;
  addLogLine: (text: string) => void;
  hub: RefObject<BrowserHub | null>;
  latest: RefObject<RemoteSessionOptions>;
};

export function fail({ setPhase, setError }: SessionContext, error: RemoteError): void {
  setPhase('stopped');
  setError(error);
}

/** Starts a session on the sign-in page. */
export async function startSession(context: SessionContext): Promise<void> {
  const { captchaUrl, username, password } = context.latest.current.login;
  context.setPhase('opening');
  try {
    const call = [captchaUrl, username, password, BROWSER_WIDTH, BROWSER_HEIGHT] as const;
    await context.hub.current?.invoke('StartCaptchaSession', ...call);
  } catch {
    context.addLogLine(remoteBrowserText.log.notStarted);
    if (!context.isClosed()) fail(context, connectionError());
  }
}

/** Updates the sign-in for each event of the hub and each change of the connection. */
export function listenersOf(context: SessionContext): Listeners {
  let screen: ReturnType<typeof screenOn> | null = null;
  let done = false;
  let hasFailed = false;
  let isStopped = false;
  const currentScreen = () => {
    const canvas = context.latest.current.canvas.current;
    screen ??= canvas && screenOn(canvas);
    return screen;
  };
  const handle = (received: BrowserHubEvent): void => {
    if (received.event !== 'ScreenshotUpdate')
      context.addLogLine(remoteBrowserText.log.events[received.event]);
    switch (received.event) {
      case 'ScreenshotUpdate':
        currentScreen()?.show(received.args[0]);
        break;
      case 'SessionError':
        hasFailed = true;
        if (!done) fail(context, { text: received.args[0], code: received.args[1] });
        break;
      case 'PageLoaded':
        context.setPhase('showing');
        break;
      case 'CaptchaSolved':
        context.setPhase('solved');
        break;
      case 'CaptchaCodeDetected':
        if (done) break;
        done = true;
        context.setPhase('done');
        context.latest.current.onCode(received.args[0]);
        break;
      case 'SessionStopped':
        currentScreen()?.clear();
        isStopped = true;
        context.hub.current = null;
        if (!done && !hasFailed) fail(context, sessionEnded());
        break;
      case 'SessionStarted':
        break;
    }
  };
  return {
    onEvent: (received) => {
      if (!context.isClosed()) handle(received);
    },
    onStateChange(how) {
      context.addLogLine(remoteBrowserText.log[how]);
      if (context.isClosed() || done || isStopped) return;
      if (how === 'lost') context.setPhase('lost');
      if (how === 'closed') fail(context, connectionError());
      // The session ended with its connection.
      if (how === 'back') void startSession(context);
    },
  };
}
