import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectBiDi } from './bidi.ts';
import { firefoxPage } from './firefox-page.ts';

/** The first start of a browser on a busy machine. */
const START_TIMEOUT_MS = 60_000;

/** The Firefox of this machine: `FIREFOX`, or one in the path; null without one. */
export function installedFirefox(): string | null {
  const { FIREFOX, PATH = '' } = process.env;
  const named = ['firefox-esr', 'firefox'];
  const found = PATH.split(delimiter).flatMap((folder) => named.map((name) => join(folder, name)));
  return [...(FIREFOX ? [FIREFOX] : []), ...found].find((file) => existsSync(file)) ?? null;
}

export type Preferences = Readonly<Record<string, string | number | boolean>>;

/** Starts this Firefox without a window, with a profile of its own that is deleted afterwards, and opens a page. */
export async function openFirefox(program: string, preferences: Preferences) {
  const left = new AsyncDisposableStack();
  try {
    const profile = await mkdtemp(join(tmpdir(), 'tealight-firefox-'));
    left.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, 'user.js'), lines.join(''));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    left.defer(() => ended(child));
    const bidi = await connectBiDi(`${await addressIn(child)}/session`);
    left.defer(bidi.close);
    await bidi.send('session.new', { capabilities: {} });
    const page = await firefoxPage(bidi);
    return { page, [Symbol.asyncDispose]: () => left.disposeAsync() };
  } catch (error) {
    await left.disposeAsync();
    throw error;
  }
}

/** Firefox prints where it listens for WebDriver BiDi. */
async function addressIn(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('Firefox has no output');
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  for await (const line of createInterface({ input: child.stderr, signal })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stderr.resume();
    return address;
  }
  throw new Error('Firefox did not start');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
