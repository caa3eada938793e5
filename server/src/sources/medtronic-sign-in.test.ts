import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserHubPath } from '@tealight/contract';
import { medtronic } from '@tealight/sources';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { careLinkVendor } from '../../../simulators/carelink/carelink.ts';
import { asFetch } from '../../../simulators/serve.ts';
import { newWearer } from '../../test/wearers.ts';
import { start } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { openStore } from '../store/store.ts';
import { medtronicSignIn, pendingSignInOf } from './vendor-sign-in.ts';

const HOUR = 3_600_000;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tealight-medtronic-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function world() {
  let now = Date.now();
  const store = await openStore({ url: null, file: join(await folder(), 'tealight.db') });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const connect = vi.fn(async () => {});
  const offers = { sources: { medtronic: medtronic({ address: 'https://carelink.example' }) } };
  const dependencies = { polling: { connect }, store, offers } as unknown as Parameters<
    typeof medtronicSignIn
  >[0];
  const encryption = encryptionWith(['a key that is long enough to be one']);
  const vendor = asFetch(careLinkVendor({ username: 'robin', password: 'made up' }));
  const clock = () => now;
  const signIn = medtronicSignIn(dependencies, { fetch: vendor, encryption, now: clock });
  const begun = pendingSignInOf(dependencies, { encryption, now: clock });
  const [ada, ben] = [await newWearer(store), await newWearer(store)];
  return { signIn, begun, connect, ada, ben, later: (ms: number) => (now += ms) };
}

describe('[CON-7] a sign-in at Medtronic’s own page', () => {
  test('is continued with the data that it started with, once', async () => {
    const { signIn, connect, ada } = await world();
    const { captchaUrl } = await signIn.start(ada, false);
    await signIn.complete(ada, { captchaUrl, code: 'the code', country: 'EU' });
    const [[wearerId, name, login]] = connect.mock.calls as unknown as [
      [number, string, { verifier: string }],
    ];
    expect([wearerId, name, login]).toEqual([
      ada,
      'medtronic',
      expect.objectContaining({ code: 'the code' }),
    ]);
    const challenge = createHash('sha256').update(login.verifier).digest('base64url');
    expect(new URL(captchaUrl).searchParams.get('code_challenge')).toBe(challenge);
    const again = signIn.complete(ada, { captchaUrl, code: 'the code', country: 'EU' });
    await expect(again).rejects.toMatchObject({ errorCode: 'needs-human' });
  });

  test('of two concurrent callbacks one is continued', async () => {
    const { signIn, connect, ada } = await world();
    const { captchaUrl } = await signIn.start(ada, false);
    const come = () => signIn.complete(ada, { captchaUrl, code: 'the code', country: 'EU' });
    const ends = await Promise.allSettled([come(), come()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(connect).toHaveBeenCalledTimes(1);
  });

  test('[HUB-4] belongs to the wearer who started it, for half an hour', async () => {
    const { signIn, begun, ada, ben, later } = await world();
    const { captchaUrl } = await signIn.start(ada, false);
    expect(await begun(ada, captchaUrl)).toMatchObject({ region: 'EU' });
    expect(await begun(ben, captchaUrl)).toBeNull();
    expect(await begun(ada, `${captchaUrl}&more`)).toBeNull();
    await expect(signIn.complete(ben, { captchaUrl, code: 'x', country: 'EU' })).rejects.toMatchObject({
      errorCode: 'needs-human',
    });
    later(HOUR);
    expect(await begun(ada, captchaUrl)).toBeNull();
  });
});

test('[HUB-1] [HUB-4] the running server has a hub for signed-in clients, and logs no token', async () => {
  const lines: string[] = [];
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: await folder(), LOG_LEVEL: 'trace' };
  const tealight = await start(readConfig(environment), {
    logTo: { write: (line) => void lines.push(line) },
  });
  onTestFinished(() => Promise.resolve(tealight[Symbol.asyncDispose]()));
  const negotiate = `${tealight.url}${browserHubPath}/negotiate?negotiateVersion=1&access_token=`;
  const answer = await fetch(`${negotiate}a-token-that-nobody-has`, { method: 'POST' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store']);
  expect((await fetch(`${negotiate}a-token-that-nobody-has`)).status).toBe(405);
  const headers = { origin: 'https://evil.example', 'content-type': 'text/plain;charset=UTF-8' };
  expect((await fetch(negotiate, { method: 'POST', headers, body: '' })).status).toBe(403);
  expect(lines.join('')).not.toContain('a-token-that-nobody-has');
});
