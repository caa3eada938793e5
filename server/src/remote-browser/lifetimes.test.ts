import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openWorld } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The process id of the browser that this test has started. */
function browserPid(): number {
  const started = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'host-resolver-rules'], {
    encoding: 'utf8',
  });
  return Number(started.trim().split('\n')[0]);
}

describe('[HUB-4] a session of the remote browser', () => {
  test('is one for each wearer: a second window replaces the first', async () => {
    await using world = await openWorld();
    await using first = await world.client();
    await using second = await world.client();
    const { address } = await world.begin(1);
    await first.start(address);
    await first.waitFor('PageLoaded');
    await second.start(address);
    await second.waitFor('PageLoaded');
    expect((await first.waitFor('SessionError'))[1]).toBe('elsewhere');
    await first.waitFor('SessionStopped');
    expect(world.browser.sessionCount).toBe(1);
  });

  test('can be started again in the same window', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const { address } = await world.begin(1);
    await client.start(address);
    await client.waitFor('PageLoaded');
    const skip = client.received.length;
    await client.start(address);
    await client.waitFor('PageLoaded', skip);
    expect(client.names()).not.toContain('SessionError');
    expect(world.browser.sessionCount).toBe(1);
  });

  test('is rejected as busy beyond the limit', async () => {
    await using world = await openWorld({ dependencies: { limits: { maxSessions: 1 } } });
    await using one = await world.client('wearer-1');
    await using two = await world.client('wearer-2');
    await one.start((await world.begin(1)).address);
    await two.start((await world.begin(2)).address);
    expect(await two.waitFor('SessionError')).toEqual([expect.stringContaining('Try again'), 'busy']);
    await one.hub.invoke('StopCaptchaSession');
    await two.start((await world.begin(2)).address);
    await two.waitFor('SessionStarted');
  });

  test('ends when it is idle for long', async () => {
    await using world = await openWorld({ dependencies: { limits: { idleMs: 400 } } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    expect((await client.waitFor('SessionError'))[1]).toBe('idle');
    await client.waitFor('SessionStopped');
    await vi.waitFor(() => expect(world.browser.sessionCount).toBe(0));
  });

  test('[HUB-4] ends after its longest duration, even if active', async () => {
    await using world = await openWorld({ dependencies: { limits: { maxDurationMs: 1500 } } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    await client.waitFor('SessionStarted');
    expect((await client.waitFor('SessionError'))[1]).toBe('too-long');
    await client.waitFor('SessionStopped');
  });

  test('ends soon after the sign-out of its access token, with its connection', async () => {
    const signedIn = new Set(['wearer-1', 'wearer-2']);
    const signedInBy = async (token: string) => {
      const id = Number(token.at(-1));
      return signedIn.has(token) ? { accountId: id, wearerId: id } : null;
    };
    await using world = await openWorld({ dependencies: { signedInBy } });
    const one = await world.client('wearer-1');
    await using two = await world.client('wearer-2');
    await one.start((await world.begin(1)).address);
    await two.start((await world.begin(2)).address);
    await two.waitFor('PageLoaded');
    const closed = new Promise((resolve) => one.hub.onclose(resolve));
    signedIn.delete('wearer-1');
    await closed;
    await vi.waitFor(() => expect(world.browser.sessionCount).toBe(1));
  });

  test('is limited to half of all for one network, and in its starts for one wearer', async () => {
    const limits = { maxSessions: 2, starts: { burst: 2, everyMs: 60_000 } };
    await using world = await openWorld({ dependencies: { limits } });
    await using one = await world.client('wearer-1');
    await using two = await world.client('wearer-2');
    for (let round = 0; round < 2; round += 1) {
      const skip = one.received.length;
      await one.start((await world.begin(1)).address);
      await one.waitFor('SessionStarted', skip);
    }
    await two.start((await world.begin(2)).address);
    expect((await two.waitFor('SessionError'))[1]).toBe('busy');
    await one.hub.invoke('StopCaptchaSession');
    await one.start((await world.begin(1)).address);
    expect((await one.waitFor('SessionError'))[1]).toBe('busy');
  });

  test('ends with the connection', async () => {
    await using world = await openWorld();
    const client = await world.client();
    await client.start((await world.begin(1)).address);
    await client.waitFor('PageLoaded');
    await client.hub.stop();
    await vi.waitFor(() => expect(world.browser.sessionCount).toBe(0));
  });

  test('reports that its browser has crashed, and the next session gets a new one', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const { address } = await world.begin(1);
    await client.start(address);
    await client.waitFor('PageLoaded');
    process.kill(browserPid(), 'SIGKILL');
    expect((await client.waitFor('SessionError'))[1]).toBe('crashed');
    await client.waitFor('SessionStopped');
    const skip = client.received.length;
    await client.start(address);
    await client.waitFor('PageLoaded', skip);
  });

  test('reports that there is no browser', async () => {
    await using world = await openWorld({ dependencies: { chromium: '/nowhere/chromium' } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    expect(await client.waitFor('SessionError')).toEqual([
      expect.stringContaining('install Chromium'),
      'no-browser',
    ]);
    expect(world.logged()).toContain('no-chromium');
  });

  test('leaves nothing on the disk, and no data for the next one', async () => {
    const cookies: (string | null)[] = [];
    const pages = async ({ headers }: Request) => {
      cookies.push(headers.get('cookie'));
      const answer = { 'content-type': 'text/html', 'set-cookie': 'who=robin; max-age=9999' };
      return new Response('<script>localStorage.who = "robin"</script>', { headers: answer });
    };
    {
      await using world = await openWorld({ pages });
      await using client = await world.client();
      const pending = { region: 'EU', state: 's', verifier: 'v'.repeat(43), redirectUri: 'app:/x' };
      for (let round = 0; round < 2; round += 1) {
        const skip = client.received.length;
        await client.start(world.addPending(1, `${world.site}/page`, pending));
        await client.waitFor('PageLoaded', skip);
      }
    }
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    expect(cookies.filter((cookie) => cookie !== null)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('closes the browser if it is the last, and the next one starts it again', async () => {
    await using world = await openWorld({ dependencies: { limits: { closeBrowserAfterMs: 100 } } });
    await using client = await world.client();
    const { address } = await world.begin(1);
    await client.start(address);
    await client.waitFor('PageLoaded');
    await client.hub.invoke('StopCaptchaSession');
    await vi.waitFor(() => expect(world.logged()).toContain('browser-stopped'));
    const skip = client.received.length;
    await client.start(address);
    await client.waitFor('PageLoaded', skip);
  });
});
