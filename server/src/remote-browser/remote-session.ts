import { randomUUID } from 'node:crypto';
import type { BrowserErrorCode } from '@tealight/contract';
import type { SignInOutcome } from '@tealight/sources';
import type { BrowserContext, Page } from 'playwright-core';
import { SECOND } from '../shared/time-units.ts';
import { openAutofill } from './autofill.ts';
import { openPageInput, type PageInput } from './input.ts';
import { blockRequests, type NetworkPolicy, openOnlyPage } from './network-policy.ts';
import { isCaptchaSolved, stopCaretBlinking, watchAddresses, watchScreen } from './page-watchers.ts';
import { RemoteSessionError } from './session-error.ts';
import type { SharedBrowser } from './shared-browser.ts';

const OPEN_TIMEOUT_MS = 30 * SECOND;
/** The captcha is checked after a screenshot, at most this often. */
const CHECK_INTERVAL_MS = 300;

/** Callbacks of a session. `onEnded` is called once, and none after it. */
export type SessionEvents = {
  /** Resolves when the next screenshot can be sent. */
  onScreenshot(jpeg: string): Promise<void>;
  onLoaded(): void;
  onSolved(): void;
  onCode(code: string): void;
  /** `errorCode` null: a regular end. */
  onEnded(errorCode: BrowserErrorCode | null): void;
};

export type SessionOptions = {
  browser: SharedBrowser;
  url: string;
  login: { username: string; password: string };
  size: { width: number; height: number };
  networkPolicy: NetworkPolicy;
  /** Whether the sign-in ends at an address, and how; null: it continues. */
  outcomeOf(address: string): SignInOutcome | null;
  events: SessionEvents;
};

/** A page of the vendor that a wearer sees and controls. */
export type RemoteSession = {
  readonly id: string;
  readonly input: PageInput;
  /** Ends the session and erases its cookies and storage. */
  end(errorCode?: BrowserErrorCode | null): Promise<void>;
};

/** Opens the vendor's sign-in page in a new browser context. Throws `RemoteSessionError`. */
export async function openSession(options: SessionOptions): Promise<RemoteSession> {
  const { browser, size, events } = options;
  const context = await browser.openContext({
    viewport: size,
    deviceScaleFactor: 1,
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
  });
  let isOver = false;
  const end = async (errorCode: BrowserErrorCode | null = null) => {
    if (isOver) return;
    isOver = true;
    events.onEnded(errorCode);
    await context.close().catch(() => {});
  };
  try {
    const page = await openSignInPage(context, options, { end, isOver: () => isOver });
    void navigate(page, options.url, end);
    return { id: randomUUID(), input: openPageInput(page), end };
  } catch (error) {
    isOver = true;
    await context.close().catch(() => {});
    throw new RemoteSessionError('crashed', error);
  }
}

type SessionLifetime = { end: (errorCode?: BrowserErrorCode | null) => Promise<void>; isOver: () => boolean };

async function openSignInPage(
  context: BrowserContext,
  options: SessionOptions,
  lifetime: SessionLifetime,
): Promise<Page> {
  const { networkPolicy, login, size, events } = options;
  await blockRequests(context, networkPolicy);
  await context.addInitScript({ content: stopCaretBlinking });
  const page = await openOnlyPage(context);
  context.once('close', () => void lifetime.end('crashed'));
  page.once('crash', () => void lifetime.end('crashed'));
  const session = await context.newCDPSession(page);
  await watchAddresses(session, (address) => handleOutcome(options.outcomeOf(address), events, lifetime));
  const captcha = watchCaptcha(page, () => lifetime.isOver() || events.onSolved());
  await watchScreen(session, size, async (jpeg) => {
    if (lifetime.isOver()) return;
    await events.onScreenshot(jpeg);
    captcha.checkSoon();
  });
  const fillIn = openAutofill(page, login);
  const signInHost = new URL(options.url).host;
  page.on('load', async () => {
    captcha.reset();
    if (URL.parse(page.url())?.host === signInHost) await fillIn();
    if (!lifetime.isOver()) events.onLoaded();
  });
  return page;
}

/** `page.goto` fails when the sign-in ends at an app address; by then the session has ended with its code. */
async function navigate(page: Page, url: string, end: SessionLifetime['end']): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'commit', timeout: OPEN_TIMEOUT_MS });
  } catch {
    await end('unreachable');
  }
}

function handleOutcome(
  outcome: SignInOutcome | null,
  events: SessionEvents,
  { end, isOver }: SessionLifetime,
): void {
  if (outcome === null || isOver()) return;
  if (typeof outcome === 'string') return void end(outcome);
  events.onCode(outcome.code);
  void end();
}

/** Reports once that the captcha of a page is solved. */
function watchCaptcha(page: Page, onSolved: () => void) {
  let isReported = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Checks after a short delay, which combines several calls. */
    checkSoon(): void {
      if (isReported || timer !== undefined) return;
      timer = setTimeout(async () => {
        timer = undefined;
        if (isReported || page.isClosed() || !(await isCaptchaSolved(page))) return;
        isReported = true;
        onSolved();
      }, CHECK_INTERVAL_MS).unref();
    },
    /** For a new page, which may have another captcha. */
    reset(): void {
      isReported = false;
    },
  };
}
