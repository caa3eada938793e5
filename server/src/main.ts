import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Before anything else is loaded: what Node has compiled once need not be compiled at the next start, and what
// starting throws away shall not make the heap large for good.
enableCompileCache();
setFlagsFromString('--semi-space-growth-factor=1');

// Whatever is written from here on (database, mails, photos, keys) is for this user alone.
process.umask(0o077);

const TIDY_AFTER_MS = 1000;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const { ConfigError, readConfig } = await import('./config.ts');
const { start } = await import('./app.ts');
const { PortTaken } = await import('./free-port.ts');

/** Throws away what starting left behind, once: nothing else would for as long as nobody comes. */
function tidy(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** 2 for what the environment asks wrongly, 1 for what went wrong by itself. */
function fail(error: unknown): void {
  const ours = error instanceof ConfigError || error instanceof PortTaken;
  process.stderr.write(`${ours ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = ours ? 2 : 1;
}

try {
  const config = readConfig(process.env);
  await using tealight = await start(config);
  const outbox =
    config.mail.smtpUrl === null && config.outboxPage ? `  Mails     ${tealight.url}/outbox\n` : '';
  process.stdout.write(`\n  Tealight  ${tealight.url}\n${outbox}\n`);
  process.send?.({ url: tealight.url });
  setTimeout(tidy, TIDY_AFTER_MS).unref();
  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }));
} catch (error) {
  fail(error);
} finally {
  if (process.connected) process.disconnect();
}
