import { homedir, tmpdir } from 'node:os';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Log } from '../shared/log.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import { findChromium } from './chromium.ts';
import { chromiumFlags } from './chromium-flags.ts';
import type { Sandbox } from './sandbox.ts';
import { RemoteSessionError } from './session-error.ts';

/** The browser is closed when it has had no session for this long; starting it again takes a second. */
const CLOSE_AFTER_MS = 2 * MINUTE;
const LAUNCH_TIMEOUT_MS = 30 * SECOND;
const NO_SANDBOX =
  'Chromium did not start in its sandbox, so Medtronic is not offered. See docs/decisions/005, or set CHROMIUM_SANDBOX=off to do without one';

export type SharedBrowserOptions = {
  /** The path of Chromium; null: look for it in the usual places. */
  chromium: string | null;
  sandbox: Sandbox;
  /** The only host names that it can resolve; `*.` includes all subdomains. */
  hosts: readonly string[];
  log: Log;
  closeAfterMs?: number;
  launchTimeoutMs?: number;
};

/** One browser process for all sessions: started when first needed, closed when idle, started again after a crash. */
export type SharedBrowser = AsyncDisposable & {
  /** A new context, separate from others and erased when it is closed. Throws `RemoteSessionError`. */
  openContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** False where Chromium is known to have no sandbox. */
  readonly isAvailable: boolean;
};

export function openSharedBrowser(options: SharedBrowserOptions): SharedBrowser {
  const { log, closeAfterMs = CLOSE_AFTER_MS } = options;
  let { sandbox } = options;
  let running: Promise<Browser> | null = null;
  let openContexts = 0;
  let timer: NodeJS.Timeout | undefined;

  const close = async () => {
    const closing = running;
    running = null;
    const browser = await closing?.catch(() => null);
    await browser?.close();
  };
  const start = async (): Promise<Browser> => {
    const browser = await launch({ ...options, sandbox }).catch((error: unknown) => {
      // The sandbox seemed to be available. It is not tried again before the next start of the server.
      if (error instanceof SandboxMissing) sandbox = { kind: 'none', reason: NO_SANDBOX };
      throw error instanceof SandboxMissing ? new RemoteSessionError('no-browser', error.cause) : error;
    });
    log.info({ event: 'browser-started', version: browser.version() });
    browser.once('disconnected', () => log.info({ event: 'browser-stopped' }));
    return browser;
  };
  const runningBrowser = (): Promise<Browser> => {
    if (running !== null) return running;
    const starting = start();
    running = starting;
    // Another may have been started while this one was closing.
    const forget = () => {
      if (running === starting) running = null;
    };
    starting.then((browser) => browser.once('disconnected', forget), forget);
    return starting;
  };
  const onContextClosed = () => {
    openContexts -= 1;
    if (openContexts === 0) timer = setTimeout(() => void close(), closeAfterMs).unref();
  };

  return {
    get isAvailable() {
      return sandbox.kind !== 'none';
    },
    async openContext(contextOptions) {
      openContexts += 1;
      clearTimeout(timer);
      try {
        const browser = await runningBrowser();
        const context = await browser.newContext({ userAgent: userAgentOf(browser), ...contextOptions });
        context.once('close', onContextClosed);
        return context;
      } catch (error) {
        onContextClosed();
        if (error instanceof RemoteSessionError) throw error;
        throw new RemoteSessionError('crashed', error);
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await close();
    },
  };
}

class SandboxMissing extends Error {}

/** Errors of a busy machine, which do not mean that there is no sandbox. */
const isTemporary = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || /\bE(AGAIN|MFILE|NFILE|NOMEM)\b/.test(error.message));

async function launch(options: SharedBrowserOptions): Promise<Browser> {
  const { chromium: path, hosts, log, sandbox, launchTimeoutMs = LAUNCH_TIMEOUT_MS } = options;
  if (sandbox.kind === 'none') throw new RemoteSessionError('no-browser');
  // Loaded with the first session, since it is large and rarely needed.
  const { chromium } = await import('playwright-core');
  const executablePath = await findChromium(path, () => chromium.executablePath());
  if (executablePath === null) {
    log.error({ event: 'no-chromium', text: 'Install Chromium, or set CHROMIUM to its path' });
    throw new RemoteSessionError('no-browser');
  }
  const launchOptions = {
    executablePath,
    env: environment(),
    args: chromiumFlags(hosts),
    timeout: launchTimeoutMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  if (sandbox.kind === 'off') return chromium.launch(launchOptions);
  const { launcher } = sandbox;
  const userOptions = launcher === null ? {} : asOwnUser(launcher, executablePath);
  try {
    return await chromium.launch({ ...launchOptions, ...userOptions, chromiumSandbox: true });
  } catch (cause) {
    if (isTemporary(cause)) throw cause;
    log.error({ event: 'browser-not-sandboxed', text: NO_SANDBOX });
    throw new SandboxMissing('no sandbox', { cause });
  }
}

const PATH = '/usr/local/bin:/usr/bin:/bin';
/**
 * Chromium's environment, instead of this server's, which contains secrets. Windows adds what its programs need. A proxy
 * from the environment would bypass the rules for host names.
 */
const environment = () => ({ PATH, HOME: homedir(), TMPDIR: tmpdir() });

const asOwnUser = (launcher: string, chromium: string) => ({
  executablePath: launcher,
  env: { PATH, TEALIGHT_CHROMIUM: chromium },
});

/** Vendors' bot protection rejects user agents with 'Headless', but here a person uses the browser. */
function userAgentOf(browser: Browser): string {
  const major = browser.version().split('.', 1)[0];
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}
