import { enableCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Running } from './app.ts';
import type { Config } from './config/config.ts';

// Before anything else is loaded: Node caches compiled code for the next start, and the heap growth of
// the start must not stay.
enableCompileCache();
setFlagsFromString('--semi-space-growth-factor=1');

// Files written from here on (database, emails, photos, keys) are accessible to this user only.
process.umask(0o077);

const TIDY_AFTER_MS = 1000;
/** While the database or an address cannot be used. Own choice. */
const TRY_AGAIN_MS = 2000;
/**
 * How long closing may take, after a signal and after a crash. Own choice: the process ends within 8 s on a busy machine,
 * too; `npm start` waits 8.5 s, Docker 10 s.
 */
const STOP_WITHIN_MS = 6500;
const CRASH_WITHIN_MS = 500;
/** How long what is left may take once everything is closed, such as the check of a disk that does not respond. Own choice. */
const LEFT_WITHIN_MS = 500;

const { onStopSignal } = await import('./process/stop-signals.ts');
const { endProcess } = await import('./process/end-process.ts');

const stop = new AbortController();
onStopSignal(() => end(STOP_WITHIN_MS));
// A parent with an IPC channel (the launcher, a test) ends this process too, even when it is killed.
process.once('disconnect', () => end(STOP_WITHIN_MS));

const { AsyncDisposableStack } = await import('@whatwg-node/disposablestack');
const { openLog } = await import('./shared/log.ts');
const { ConfigError, readConfig } = await import('./config/config.ts');
const { start } = await import('./app.ts');
const { PortTaken } = await import('./process/free-port.ts');
const { StartError } = await import('./shared/start-error.ts');
const { StoreUnavailable } = await import('./shared/store-errors.ts');
const { openTempFolder } = await import('./process/temp-folder.ts');

// After an uncaught error no state is reliable: it is logged, everything is closed, and the process ends.
process.on('uncaughtException', (error, origin) => {
  openLog('fatal').fatal({ event: 'crashed', origin, err: error });
  process.exitCode = 1;
  end(CRASH_WITHIN_MS);
});

/** Closes everything; the process ends after `withinMs` whether that is done or not. */
function end(withinMs: number): void {
  setTimeout(endProcess, withinMs).unref();
  stop.abort();
}

/** Resolves when the process is to stop; at once if it was asked to while it started. */
function stopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stop.signal.addEventListener('abort', () => resolve(), { once: true });
  if (stop.signal.aborted) resolve();
  return promise;
}

/** Frees the memory used by the start once, since an idle process would not. */
function tidy(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** 2 for errors that the operator can fix, in the environment or the data folder; 1 for others. */
function fail(error: unknown): void {
  const ours = error instanceof ConfigError || error instanceof PortTaken || error instanceof StartError;
  process.stderr.write(`${ours ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = ours ? 2 : 1;
}

/** The addresses to open, and what browsers on other devices cannot do there. */
function placesOf({ url, localUrl }: Running, { mail, outboxPage, publicUrl }: Config): string {
  const isShared = url !== localUrl;
  const here = isShared ? `  Here      ${localUrl}\n` : '';
  const outbox = mail.smtpUrl === null && outboxPage ? `  Mails     ${localUrl}/outbox\n` : '';
  const limits =
    isShared && publicUrl === null && url.startsWith('http:')
      ? '  Without TLS, browsers on other devices let the screen sleep, and do not install Tealight, open it\n' +
        '  offline or allow notifications. Two ways to TLS: docs/self-hosting.md\n'
      : '';
  return `\n  Tealight  ${url}\n${here}${outbox}${limits}\n`;
}

/** Whether another start may work although nobody has changed a setting. */
const isTemporary = (error: unknown): error is Error =>
  (error instanceof StartError && error.isTemporary) ||
  (error instanceof StoreUnavailable && !['damaged', 'read-only'].includes(error.fault));

/**
 * Starts, as soon as its database and its addresses can be used: after a power cut the machine of the database or the
 * router may be the last to run, and nobody is there to start this one again. Null: it is to stop.
 */
async function startWhenPossible(config: Config): Promise<Running | null> {
  const said = new Set<string>();
  while (!stop.signal.aborted) {
    try {
      return await start(config);
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (!said.has(error.message))
        process.stderr.write(`${error.message}. Tealight tries again until it works\n`);
      said.add(error.message);
      await sleep(TRY_AGAIN_MS, null, { signal: stop.signal }).catch(() => {});
    }
  }
  return null;
}

/** Runs the server until it must stop; the caller closes what it has opened. */
async function serve(open: AsyncDisposableStack): Promise<void> {
  const config = readConfig(process.env);
  const temp = process.platform === 'win32' ? null : open.use(openTempFolder());
  // Playwright creates the browser's profiles only in this folder.
  if (temp !== null) process.env.TMPDIR = temp.path;
  const tealight = open.use(await startWhenPossible(config));
  if (tealight === null) return;
  process.stdout.write(placesOf(tealight, config));
  process.send?.({ url: tealight.localUrl, trialSource: config.trialSource });
  setTimeout(tidy, TIDY_AFTER_MS).unref();
  await stopped();
}

const open = new AsyncDisposableStack();
try {
  await serve(open).finally(() => open.disposeAsync());
} catch (error) {
  fail(error);
} finally {
  if (process.connected) process.disconnect();
  setTimeout(endProcess, LEFT_WITHIN_MS).unref();
}
