import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listening, openWorld } from '../../test/remote-browser.ts';
import { type Sandbox, type System, sandboxHere } from './sandbox.ts';
import { openSharedBrowser } from './shared-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Ids of the processes that were started with this text in their environment (Linux). */
function startedWith(text: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(text);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

const linux: System = { platform: 'linux', uid: 1000, read: () => null, runs: () => true };

describe('the sandbox of the remote browser', () => {
  test.each([
    ['an ordinary user', {}, { kind: 'on', launcher: null }],
    ['another system', { platform: 'darwin', uid: 0 }, { kind: 'on', launcher: null }],
    ['root', { uid: 0 }, { kind: 'on', launcher: expect.stringMatching(/as-own-user\.sh$/) }],
    ['root without setpriv', { uid: 0, runs: () => false }, { kind: 'none', why: expect.any(String) }],
    ['a kernel without user namespaces', { read: () => '0\n' }, { kind: 'none', why: expect.any(String) }],
  ] as [string, Partial<System>, unknown][])(
    'for %s is decided without starting it',
    (_, system, sandbox) => {
      expect(sandboxHere(true, { ...linux, ...system })).toEqual(sandbox);
    },
  );

  test('is done without only where somebody has said so', () => {
    expect(sandboxHere(false, { ...linux, read: () => '0' })).toEqual({ kind: 'off' });
  });

  const here = sandboxHere(true);
  test.runIf(process.getuid?.() === 0 && here.kind === 'on')(
    'works on this machine: Chromium runs as a user of its own, each page in a namespace of its own',
    async () => {
      const { log } = listening();
      await using browser = openSharedBrowser({
        ...{ chromium: process.env.CHROMIUM || null, sandbox: here, hosts: [], log },
      });
      const context = await browser.context({});
      const page = await context.newPage();
      await page.setContent('<p>hello');
      expect(await page.textContent('p')).toBe('hello');
      const users = execFileSync('ps', ['-eo', 'uid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => /--type=renderer|--host-resolver-rules/.test(line) && !line.includes('as-own-user'))
        .filter((line) => !line.includes('--no-sandbox'))
        .map((line) => line.trim().split(' ')[0]);
      expect(users.length).toBeGreaterThan(1);
      expect([...new Set(users)]).toEqual(['61705']);
    },
  );

  test.runIf(process.platform === 'linux')(
    'is not all that keeps the server’s secrets from Chromium: they are not in its environment',
    async () => {
      const secret = `a key of the test ${process.pid}`;
      vi.stubEnv('SECRET_KEYS', secret);
      const { log } = listening();
      await using browser = openSharedBrowser({
        ...{ chromium: process.env.CHROMIUM || null, sandbox: { kind: 'off' }, hosts: [], log },
      });
      const context = await browser.context({});
      await (await context.newPage()).setContent('<p>hello');
      const found = startedWith(secret);
      vi.unstubAllEnvs();
      expect(found).toEqual([]);
    },
  );

  test('that does not work is found out by the first start, which is refused and the last', async () => {
    const { log, said } = listening();
    await using browser = openSharedBrowser({
      ...{ chromium: '/bin/false', sandbox: { kind: 'on', launcher: null }, hosts: [], log },
    });
    expect(browser.isOffered).toBe(true);
    await expect(browser.context({})).rejects.toMatchObject({ word: 'no-browser' });
    expect(browser.isOffered).toBe(false);
    expect(said()).toContain('browser-not-sandboxed');
  });

  test('is not taken for missing when the start takes too long, as on a busy machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slow-browser-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const slow = join(folder, 'chromium');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const { log, said } = listening();
    await using browser = openSharedBrowser({
      ...{ chromium: slow, sandbox: { kind: 'on', launcher: null }, hosts: [], log, launchWithinMs: 300 },
    });
    await expect(browser.context({})).rejects.toMatchObject({ word: 'crashed' });
    expect(browser.isOffered).toBe(true);
    expect(said()).not.toContain('browser-not-sandboxed');
  });

  test('is no reason to start one without: where there is none, nobody gets a browser', async () => {
    const sandbox: Sandbox = { kind: 'none', why: 'a test' };
    await using world = await openWorld({ parts: { sandbox } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    expect((await client.hears('SessionError'))[1]).toBe('no-browser');
    expect(world.browser.isOffered).toBe(false);
  });
});
