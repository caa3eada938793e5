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

/** The browser that this test has started, by its process id. */
function browserPid(): number {
  const started = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'host-resolver-rules'], {
    encoding: 'utf8',
  });
  return Number(started.trim().split('\n')[0]);
}

describe('[HUB-4] a session of the remote browser', () => {
  test('is one for each wearer: a second window takes it over', async () => {
    await using world = await openWorld();
    await using first = await world.client();
    await using second = await world.client();
    const { address } = await world.begin(1);
    await first.start(address);
    await first.hears('PageLoaded');
    await second.start(address);
    await second.hears('PageLoaded');
    expect((await first.hears('SessionError'))[1]).toBe('elsewhere');
    await first.hears('SessionStopped');
    expect(world.browser.sessions).toBe(1);
  });

  test('begun anew in the same window just begins anew', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const { address } = await world.begin(1);
    await client.start(address);
    await client.hears('PageLoaded');
    const past = client.told.length;
    await client.start(address);
    await client.hears('PageLoaded', past);
    expect(client.names()).not.toContain('SessionError');
    expect(world.browser.sessions).toBe(1);
  });

  test('is one of so many: the next wearer hears that the browser is busy', async () => {
    await using world = await openWorld({ parts: { limits: { most: 1 } } });
    await using one = await world.client('wearer-1');
    await using two = await world.client('wearer-2');
    await one.start((await world.begin(1)).address);
    await two.start((await world.begin(2)).address);
    expect(await two.hears('SessionError')).toEqual([expect.stringContaining('Try again'), 'busy']);
    await one.hub.invoke('StopCaptchaSession');
    await two.start((await world.begin(2)).address);
    await two.hears('SessionStarted');
  });

  test('is closed when nothing has happened for a while', async () => {
    await using world = await openWorld({ parts: { limits: { idleMs: 400 } } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    expect((await client.hears('SessionError'))[1]).toBe('idle');
    await client.hears('SessionStopped');
    await vi.waitFor(() => expect(world.browser.sessions).toBe(0), 5000);
  });

  test('[HUB-4] lasts no longer than its time, however busy', async () => {
    await using world = await openWorld({ parts: { limits: { lastMs: 1500 } } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    await client.hears('SessionStarted');
    expect((await client.hears('SessionError'))[1]).toBe('too-long');
    await client.hears('SessionStopped');
  });

  test('ends soon after its access token was signed out, and its connection with it', async () => {
    const signedIn = new Set(['wearer-1', 'wearer-2']);
    const wearerOf = async (token: string) => (signedIn.has(token) ? Number(token.at(-1)) : null);
    await using world = await openWorld({ parts: { wearerOf } });
    const one = await world.client('wearer-1');
    await using two = await world.client('wearer-2');
    await one.start((await world.begin(1)).address);
    await two.start((await world.begin(2)).address);
    await two.hears('PageLoaded');
    const closed = new Promise((resolve) => one.hub.onclose(resolve));
    signedIn.delete('wearer-1');
    await closed;
    await vi.waitFor(() => expect(world.browser.sessions).toBe(1), 2000);
  });

  test('leaves half of the places to other networks, and a wearer only so many beginnings', async () => {
    const limits = { most: 2, starts: { burst: 2, everyMs: 60_000 } };
    await using world = await openWorld({ parts: { limits } });
    await using one = await world.client('wearer-1');
    await using two = await world.client('wearer-2');
    for (let turn = 0; turn < 2; turn += 1) {
      const past = one.told.length;
      await one.start((await world.begin(1)).address);
      await one.hears('SessionStarted', past);
    }
    await two.start((await world.begin(2)).address);
    expect((await two.hears('SessionError'))[1]).toBe('busy');
    await one.hub.invoke('StopCaptchaSession');
    await one.start((await world.begin(1)).address);
    expect((await one.hears('SessionError'))[1]).toBe('busy');
  });

  test('ends with the connection', async () => {
    await using world = await openWorld();
    const client = await world.client();
    await client.start((await world.begin(1)).address);
    await client.hears('PageLoaded');
    await client.hub.stop();
    await vi.waitFor(() => expect(world.browser.sessions).toBe(0), 5000);
  });

  test('that loses its browser says so, and the next one has another', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const { address } = await world.begin(1);
    await client.start(address);
    await client.hears('PageLoaded');
    process.kill(browserPid(), 'SIGKILL');
    expect((await client.hears('SessionError'))[1]).toBe('crashed');
    await client.hears('SessionStopped');
    const past = client.told.length;
    await client.start(address);
    await client.hears('PageLoaded', past);
  });

  test('needs a browser, and says so when there is none', async () => {
    await using world = await openWorld({ parts: { chromium: '/nowhere/chromium' } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    expect(await client.hears('SessionError')).toEqual([
      expect.stringContaining('install Chromium'),
      'no-browser',
    ]);
    expect(world.said()).toContain('no-chromium');
  });

  test('leaves nothing on the disk, and what was in one is not in the next', async () => {
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
      for (let turn = 0; turn < 2; turn += 1) {
        const past = client.told.length;
        await client.start(world.hand(1, `${world.site}/page`, pending));
        await client.hears('PageLoaded', past);
      }
    }
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    expect(cookies.filter((cookie) => cookie !== null)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('when it was the last, the browser goes too, and comes back for the next', async () => {
    await using world = await openWorld({ parts: { limits: { closeBrowserAfterMs: 100 } } });
    await using client = await world.client();
    const { address } = await world.begin(1);
    await client.start(address);
    await client.hears('PageLoaded');
    await client.hub.invoke('StopCaptchaSession');
    await vi.waitFor(() => expect(world.said()).toContain('browser-stopped'), 5000);
    const past = client.told.length;
    await client.start(address);
    await client.hears('PageLoaded', past);
  });
});
