import { BROWSER_HEIGHT, BROWSER_WIDTH, type BrowserTrouble } from '@tealight/contract';
import type { RefObject } from 'react';
import type { BrowserHub, Ears, Heard } from './browser-hub.ts';
import { screenOn } from './screen.ts';

/** Where a sign-in stands. */
export type Phase = 'connecting' | 'opening' | 'showing' | 'solved' | 'lost' | 'done' | 'stopped';

export type Trouble = { text: string; word: BrowserTrouble | 'no-line' };

export const noLine: Trouble = {
  text: 'There is no connection to the remote browser. Try again',
  word: 'no-line',
};

export type RemoteLogin = { captchaUrl: string; username: string; password: string };

export type Given = {
  login: RemoteLogin;
  canvas: RefObject<HTMLCanvasElement | null>;
  onCode: (code: string) => void;
};

/** One turn of a sign-in. `latest`: what is given now. */
export type Life = {
  isOver: () => boolean;
  setPhase: (phase: Phase) => void;
  setTrouble: (trouble: Trouble | null) => void;
  note: (text: string) => void;
  hub: RefObject<BrowserHub | null>;
  latest: RefObject<Given>;
};

export function fail({ setPhase, setTrouble }: Life, trouble: Trouble): void {
  setPhase('stopped');
  setTrouble(trouble);
}

/** Asks for a session at the sign-in page. */
export async function begin(life: Life): Promise<void> {
  const { captchaUrl, username, password } = life.latest.current.login;
  life.setPhase('opening');
  try {
    const call = [captchaUrl, username, password, BROWSER_WIDTH, BROWSER_HEIGHT] as const;
    await life.hub.current?.invoke('StartCaptchaSession', ...call);
  } catch {
    life.note('Error starting session');
    if (!life.isOver()) fail(life, noLine);
  }
}

/** How events stand in the log. */
const lines = {
  SessionStarted: 'Session started',
  SessionError: 'Session error',
  PageLoaded: 'Page loaded',
  CaptchaSolved: 'Captcha solved',
  CaptchaCodeDetected: 'Captcha code detected',
  SessionStopped: 'Session stopped',
} as const;

/** What becomes of a sign-in by what the server tells, and by how the line to it stands. */
export function earsOf(life: Life): Ears {
  let screen: ReturnType<typeof screenOn> | null = null;
  let done = false;
  const screenNow = () => {
    const canvas = life.latest.current.canvas.current;
    screen ??= canvas && screenOn(canvas);
    return screen;
  };
  const hear = (heard: Heard): void => {
    if (heard.event !== 'ScreenshotUpdate') life.note(lines[heard.event]);
    switch (heard.event) {
      case 'ScreenshotUpdate':
        screenNow()?.show(heard.told[0]);
        break;
      case 'SessionError':
        if (!done) fail(life, { text: heard.told[0], word: heard.told[1] });
        break;
      case 'PageLoaded':
        life.setPhase('showing');
        break;
      case 'CaptchaSolved':
        life.setPhase('solved');
        break;
      case 'CaptchaCodeDetected':
        done = true;
        life.setPhase('done');
        life.latest.current.onCode(heard.told[0]);
        break;
      case 'SessionStopped':
        screenNow()?.clear();
        break;
      case 'SessionStarted':
        break;
    }
  };
  return {
    heard: (heard) => {
      if (!life.isOver()) hear(heard);
    },
    line(how) {
      life.note({ lost: 'Reconnecting', back: 'Reconnected', closed: 'Connection closed' }[how]);
      if (life.isOver() || done) return;
      if (how === 'lost') life.setPhase('lost');
      if (how === 'closed') fail(life, noLine);
      // The session ended with the line it was on.
      if (how === 'back') void begin(life);
    },
  };
}
