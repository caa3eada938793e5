import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestLog, openWorld } from '../../test/remote-browser.ts';
import { chooseSandbox, type Sandbox, type System } from './sandbox.ts';
import { openSharedBrowser } from './shared-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The ids of the processes with this text in their environment (Linux). */
function processesWithEnvironment(text: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(text);
    } catch {
      // It has ended in the meantime.
      return false;
    }
  });
}

const linux: System = { platform: 'linux', uid: 1000, read: () => null, isExecutable: () => true };

describe('the sandbox of the remote browser', () => {
  test.each([
    ['an ordinary user', {}, { kind: 'on', launcher: null }],
    ['another system', { platform: 'darwin', uid: 0 }, { kind: 'on', launcher: null }],
    ['root', { uid: 0 }, { kind: 'on', launcher: expect.stringMatching(/as-own-user\.sh$/) }],
    [
      'root without setpriv',
      { uid: 0, isExecutable: () => false },
      { kind: 'none', reason: expect.any(String) },
    ],
    ['a kernel without user namespaces', { read: () => '0\n' }, { kind: 'none', reason: expect.any(String) }],
  ] as [string, Partial<System>, unknown][])('is chosen for %s without starting it', (_, system, sandbox) => {
    expect(chooseSandbox(true, { ...linux, ...system })).toEqual(sandbox);
  });

  test('is off only where it is configured so', () => {
    expect(chooseSandbox(false, { ...linux, read: () => '0' })).toEqual({ kind: 'off' });
  });

  const sandboxOfSystem = chooseSandbox(true);
  test.runIf(process.getuid?.() === 0 && sandboxOfSystem.kind === 'on')(
    'works on this machine: Chromium runs as a separate user, each page in a separate namespace',
    async () => {
      const { log } = openTestLog();
      await using browser = openSharedBrowser({
        chromium: process.env.CHROMIUM || null,
        sandbox: sandboxOfSystem,
        hosts: [],
        log,
      });
      const context = await browser.openContext({});
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
    'is not the only protection: the server’s secrets are not in Chromium’s environment',
    async () => {
      const secret = `a key of the test ${process.pid}`;
      vi.stubEnv('SECRET_KEYS', secret);
      const { log } = openTestLog();
      await using browser = openSharedBrowser({
        chromium: process.env.CHROMIUM || null,
        sandbox: { kind: 'off' },
        hosts: [],
        log,
      });
      const context = await browser.openContext({});
      await (await context.newPage()).setContent('<p>hello');
      const found = processesWithEnvironment(secret);
      vi.unstubAllEnvs();
      expect(found).toEqual([]);
    },
  );

  test('is unavailable after the first start has shown that it does not work', async () => {
    const { log, logged } = openTestLog();
    await using browser = openSharedBrowser({
      chromium: '/bin/false',
      sandbox: { kind: 'on', launcher: null },
      hosts: [],
      log,
    });
    expect(browser.isAvailable).toBe(true);
    await expect(browser.openContext({})).rejects.toMatchObject({ errorCode: 'no-browser' });
    expect(browser.isAvailable).toBe(false);
    expect(logged()).toContain('browser-not-sandboxed');
  });

  test('stays available when a start takes too long, as on a busy machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slow-browser-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const slow = join(folder, 'chromium');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const { log, logged } = openTestLog();
    await using browser = openSharedBrowser({
      chromium: slow,
      sandbox: { kind: 'on', launcher: null },
      hosts: [],
      log,
      launchTimeoutMs: 300,
    });
    await expect(browser.openContext({})).rejects.toMatchObject({ errorCode: 'crashed' });
    expect(browser.isAvailable).toBe(true);
    expect(logged()).not.toContain('browser-not-sandboxed');
  });

  test('is required: without it no session starts', async () => {
    const sandbox: Sandbox = { kind: 'none', reason: 'a test' };
    await using world = await openWorld({ dependencies: { sandbox } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    expect((await client.waitFor('SessionError'))[1]).toBe('no-browser');
    expect(world.browser.isAvailable).toBe(false);
  });
});
