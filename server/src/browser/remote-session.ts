import { randomUUID } from 'node:crypto';
import type { BrowserTrouble } from '@tealight/contract';
import type { SignInOutcome } from '@tealight/sources';
import type { BrowserContext, Page } from 'playwright-core';
import { SECOND } from '../times.ts';
import { fillerOf } from './fill.ts';
import { type Input, inputOf } from './input.ts';
import type { SharedBrowser } from './shared-browser.ts';
import { SessionTrouble } from './trouble.ts';
import { type Allowed, onlyPage, wallIn } from './walls.ts';
import { calmCaret, isSolved, watchAddresses, watchScreen } from './watched.ts';

const OPEN_WITHIN_MS = 30 * SECOND;
/** The captcha is looked at after a new picture, at most this often. */
const LOOK_EVERY_MS = 300;

/** What a session shows and tells while it lasts. Nothing is told after `ended`, which comes once. */
export type Audience = {
  /** Resolves when the next picture can be taken. */
  picture(jpeg: string): Promise<void>;
  loaded(): void;
  solved(): void;
  code(code: string): void;
  /** Null after a good end. */
  ended(trouble: BrowserTrouble | null): void;
};

export type SessionParts = {
  browser: SharedBrowser;
  url: string;
  login: { username: string; password: string };
  size: { width: number; height: number };
  allowed: Allowed;
  outcome(address: string): SignInOutcome | null;
  audience: Audience;
};

/** A page of the vendor's with a wearer at it. */
export type RemoteSession = {
  readonly id: string;
  readonly input: Input;
  /** Ends it and erases everything it held. */
  end(trouble?: BrowserTrouble | null): Promise<void>;
};

/** Opens the vendor's sign-in page in a context of its own. Throws `SessionTrouble`. */
export async function openSession(parts: SessionParts): Promise<RemoteSession> {
  const { browser, size, audience } = parts;
  const context = await browser.context({
    viewport: size,
    deviceScaleFactor: 1,
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
  });
  let over = false;
  const end = async (trouble: BrowserTrouble | null = null) => {
    if (over) return;
    over = true;
    audience.ended(trouble);
    await context.close().catch(() => {});
  };
  try {
    const page = await prepared(context, parts, { end, isOver: () => over });
    void visit(page, parts.url, end);
    return { id: randomUUID(), input: inputOf(page), end };
  } catch (error) {
    over = true;
    await context.close().catch(() => {});
    throw new SessionTrouble('crashed', error);
  }
}

type Life = { end: (trouble?: BrowserTrouble | null) => Promise<void>; isOver: () => boolean };

async function prepared(context: BrowserContext, parts: SessionParts, life: Life): Promise<Page> {
  const { allowed, login, size, audience } = parts;
  await wallIn(context, allowed);
  await context.addInitScript({ content: calmCaret });
  const page = await onlyPage(context);
  context.once('close', () => void life.end('crashed'));
  page.once('crash', () => void life.end('crashed'));
  const session = await context.newCDPSession(page);
  await watchAddresses(session, (address) => found(parts.outcome(address), audience, life));
  const captcha = solvedWatch(page, () => life.isOver() || audience.solved());
  await watchScreen(session, size, async (jpeg) => {
    if (life.isOver()) return;
    await audience.picture(jpeg);
    captcha.look();
  });
  const fill = fillerOf(page, login);
  const home = new URL(parts.url).host;
  page.on('load', async () => {
    captcha.again();
    if (URL.parse(page.url())?.host === home) await fill();
    if (!life.isOver()) audience.loaded();
  });
  return page;
}

/** `page.goto` fails where a page ends in an address that no browser can open; by then the code is known. */
async function visit(page: Page, url: string, end: Life['end']): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'commit', timeout: OPEN_WITHIN_MS });
  } catch {
    await end('unreachable');
  }
}

function found(outcome: SignInOutcome | null, audience: Audience, { end, isOver }: Life): void {
  if (outcome === null || isOver()) return;
  if (typeof outcome === 'string') return void end(outcome);
  audience.code(outcome.code);
  void end();
}

/** Tells of each captcha once that it is solved; looks when told to, a little later. */
function solvedWatch(page: Page, tell: () => void) {
  let solved = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    look(): void {
      if (solved || timer !== undefined) return;
      timer = setTimeout(async () => {
        timer = undefined;
        if (solved || page.isClosed() || !(await isSolved(page))) return;
        solved = true;
        tell();
      }, LOOK_EVERY_MS).unref();
    },
    /** Another page, another captcha. */
    again(): void {
      solved = false;
    },
  };
}
