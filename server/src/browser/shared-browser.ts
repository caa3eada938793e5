import { homedir, tmpdir } from 'node:os';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Log } from '../log.ts';
import { MINUTE, SECOND } from '../times.ts';
import { findChromium } from './chromium.ts';
import type { Sandbox } from './sandbox.ts';
import { SessionTrouble } from './trouble.ts';

/** Without sessions for so long, the browser is closed; the next one takes a second to start. */
const CLOSE_AFTER_MS = 2 * MINUTE;
const LAUNCH_WITHIN_MS = 30 * SECOND;
const SEE_DOCS =
  'Chromium did not start in its sandbox, so Medtronic is not offered. See docs/decisions/005, or set CHROMIUM_SANDBOX=off to do without one';

export type SharedBrowserParts = {
  /** Path of a Chromium; null to look in the usual places. */
  chromium: string | null;
  sandbox: Sandbox;
  /** The only names it can resolve; `*.` stands for every name below. */
  hosts: readonly string[];
  log: Log;
  closeAfterMs?: number;
  launchWithinMs?: number;
};

/** One browser process for all sessions: started when first needed, closed when idle, started anew after a crash. */
export type SharedBrowser = AsyncDisposable & {
  /** A fresh context, alone with itself and gone without trace when closed. Throws `SessionTrouble`. */
  context(options: BrowserContextOptions): Promise<BrowserContext>;
  /** False where Chromium has no sandbox, as far as is known. */
  readonly isOffered: boolean;
};

export function openSharedBrowser(parts: SharedBrowserParts): SharedBrowser {
  const { log, closeAfterMs = CLOSE_AFTER_MS } = parts;
  let { sandbox } = parts;
  let running: Promise<Browser> | null = null;
  let lent = 0;
  let timer: NodeJS.Timeout | undefined;

  const close = async () => {
    const closing = running;
    running = null;
    const browser = await closing?.catch(() => null);
    await browser?.close();
  };
  const start = async (): Promise<Browser> => {
    const browser = await launch({ ...parts, sandbox }).catch((error: unknown) => {
      // The system looked as if it had one. It is not asked again before the next start.
      if (error instanceof SandboxMissing) sandbox = { kind: 'none', why: SEE_DOCS };
      throw error instanceof SandboxMissing ? new SessionTrouble('no-browser', error.cause) : error;
    });
    log.info({ event: 'browser-started', version: browser.version() });
    browser.once('disconnected', () => {
      if (running === starting) running = null;
      log.info({ event: 'browser-stopped' });
    });
    return browser;
  };
  let starting: Promise<Browser>;
  const browser = (): Promise<Browser> => {
    if (running !== null) return running;
    starting = start();
    running = starting;
    starting.catch(() => {
      running = null;
    });
    return starting;
  };
  const returned = () => {
    lent -= 1;
    if (lent === 0) timer = setTimeout(() => void close(), closeAfterMs).unref();
  };

  return {
    get isOffered() {
      return sandbox.kind !== 'none';
    },
    async context(options) {
      lent += 1;
      clearTimeout(timer);
      try {
        const opened = await browser();
        const context = await opened.newContext({ userAgent: agentOf(opened), ...options });
        context.once('close', returned);
        return context;
      } catch (error) {
        returned();
        if (error instanceof SessionTrouble) throw error;
        throw new SessionTrouble('crashed', error);
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await close();
    },
  };
}

class SandboxMissing extends Error {}

/** A busy machine, not a missing sandbox: the next start may be better. */
const isPassing = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || /\bE(AGAIN|MFILE|NFILE|NOMEM)\b/.test(error.message));

async function launch(parts: SharedBrowserParts): Promise<Browser> {
  const { chromium: given, hosts, log, sandbox, launchWithinMs = LAUNCH_WITHIN_MS } = parts;
  if (sandbox.kind === 'none') throw new SessionTrouble('no-browser');
  // Large, and needed by few: loaded with the first session.
  const { chromium } = await import('playwright-core');
  const executablePath = await findChromium(given, () => chromium.executablePath());
  if (executablePath === null) {
    log.error({ event: 'no-chromium', text: 'Install Chromium, or set CHROMIUM to its path' });
    throw new SessionTrouble('no-browser');
  }
  const options = {
    executablePath,
    env: environment(),
    args: flags(hosts),
    timeout: launchWithinMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  if (sandbox.kind === 'off') return chromium.launch(options);
  const { launcher } = sandbox;
  const started = launcher === null ? options : { ...options, ...asOwnUser(launcher, executablePath) };
  try {
    return await chromium.launch({ ...started, chromiumSandbox: true });
  } catch (cause) {
    if (isPassing(cause)) throw cause;
    log.error({ event: 'browser-not-sandboxed', text: SEE_DOCS });
    throw new SandboxMissing('no sandbox', { cause });
  }
}

const programs = '/usr/local/bin:/usr/bin:/bin';
/**
 * What Chromium gets instead of this server's environment, which holds secrets. Windows adds what its programs need;
 * a proxy from the environment would get around the rules for names.
 */
const environment = () => ({ PATH: programs, HOME: homedir(), TMPDIR: tmpdir() });

const asOwnUser = (launcher: string, chromium: string) => ({
  executablePath: launcher,
  env: { PATH: programs, TEALIGHT_CHROMIUM: chromium },
});

const flags = (hosts: readonly string[]) => [
  // A wall below everything a page can do: redirects, sockets, workers and addresses by number included.
  `--host-resolver-rules=${['MAP * ~NOTFOUND', ...hosts.map((host) => `EXCLUDE ${host}`)].join(' , ')}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-blink-features=AutomationControlled',
  '--disk-cache-size=1',
  '--disable-gpu',
  '--mute-audio',
];

/** The vendor's guards turn away what calls itself headless; a person is at the other end. */
function agentOf(browser: Browser): string {
  const major = browser.version().split('.', 1)[0];
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}
