import { describe, expect, test } from 'vitest';
import { CARELINK, carelink, DAY_MS, now, old, recorded, session } from '../../test/carelink.ts';
import { fakeVendorSession, recordCalls, toResponse } from '../../test/fake-vendor.ts';
import type { MedtronicSession } from './authorized-calls.ts';
import { medtronic } from './source.ts';

const source = medtronic({ address: CARELINK });
const renewing = carelink({ '/oauth/token': 'token-refresh-200' });
const trades = (calls: Request[]) => calls.filter(({ url }) => url.endsWith('/oauth/token'));

describe('[SRC-1] the tokens of CareLink', () => {
  test('are renewed shortly before their end and kept before they are used', async () => {
    const order: string[] = [];
    const { fetch, calls } = recordCalls(renewing);
    const vendorSession = fakeVendorSession<MedtronicSession>((input, init) => {
      order.push(new URL(new Request(input, init).url).pathname.split('/').at(-1) ?? '');
      return fetch(input, init);
    }, now);
    await source.read(session, now - DAY_MS, fakeVendorSession(renewing, now));
    await source.read(old, now - DAY_MS, {
      ...vendorSession,
      keep: async (kept) => void order.push(kept.refreshToken),
    });
    expect(order).toEqual(['token', 'v1.ExampleRefreshTokenBBBBBBBBBBBBBBBBBBBB', 'message']);
    expect(Object.fromEntries(new URLSearchParams(await trades(calls)[0]?.text()))).toEqual({
      grant_type: 'refresh_token',
      client_id: 'PeAhkbhQWlQRxJiQxWfcFBiGus1lxfe9',
      refresh_token: session.refreshToken,
    });
  });

  test('are not used when they could not be kept', async () => {
    const { fetch, calls } = recordCalls(renewing);
    const vendorSession = {
      ...fakeVendorSession<MedtronicSession>(fetch, now),
      keep: () => Promise.reject(new Error('disk full')),
    };
    await expect(source.read(old, now - DAY_MS, vendorSession)).rejects.toThrow('disk full');
    expect(calls.filter(({ url }) => url.includes('/display/'))).toEqual([]);
  });

  test('are kept even when the reading is given up while the vendor renews them', async () => {
    const stop = new AbortController();
    const slow: typeof fetch = async (input, init) => {
      const response = await renewing(input, init);
      if (!new Request(input, init).url.endsWith('/oauth/token')) return response;
      stop.abort();
      return new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', reject);
        setImmediate(() => (init?.signal?.aborted ? reject(new Error('aborted')) : resolve(response)));
      });
    };
    const vendorSession = fakeVendorSession<MedtronicSession>(slow, now, stop.signal);
    await expect(source.read(old, now - DAY_MS, vendorSession)).rejects.toMatchObject({
      errorCode: 'unreachable',
    });
    expect(vendorSession.kept).toHaveLength(1);
  });

  test('go on with the old refresh token where the vendor sends no new one', async () => {
    const vendorSession = fakeVendorSession<MedtronicSession>(
      carelink({ '/oauth/token': 'token-refresh-200-no-rotation' }),
      now,
    );
    await source.read(old, now - DAY_MS, vendorSession);
    expect(vendorSession.kept[0]?.refreshToken).toBe(old.refreshToken);
  });

  test('are renewed once when they are refused before their time', async () => {
    const answers = [recorded('display-401'), recorded('display-v13-pump')];
    const again = () => toResponse(answers.shift() ?? recorded('display-401'));
    const { fetch, calls } = recordCalls(
      carelink({ '/oauth/token': 'token-refresh-200', '/display/message': again }),
    );
    expect(await source.read(session, now - DAY_MS, fakeVendorSession(fetch, now))).toHaveLength(24);
    expect(trades(calls)).toHaveLength(1);
  });

  test('are renewed once even when two ask at the same time', async () => {
    const { fetch, calls } = recordCalls(renewing);
    await Promise.all([1, 2, 3].map(() => source.read(old, now - DAY_MS, fakeVendorSession(fetch, now))));
    expect(trades(calls)).toHaveLength(1);
  });

  test.each(['token-invalid-grant-400', 'token-invalid-grant-403'])(
    'that have died need the wearer, and are asked for once (%s)',
    async (answer) => {
      const { fetch, calls } = recordCalls(carelink({ '/oauth/token': answer }));
      const reading = source.read(old, now - DAY_MS, fakeVendorSession(fetch, now));
      await expect(reading).rejects.toMatchObject({ errorCode: 'needs-human' });
      expect(trades(calls)).toHaveLength(1);
    },
  );

  test('are asked for under the client’s new name when the vendor changed it', async () => {
    const vendor = medtronic({ address: CARELINK });
    await vendor.read(session, now - DAY_MS, fakeVendorSession(carelink(), now));
    const answers = [recorded('token-unauthorized-client-401'), recorded('token-refresh-200')];
    const { fetch, calls } = recordCalls(
      carelink({ '/oauth/token': () => toResponse(answers.shift() ?? recorded('token-429')) }),
    );
    expect(await vendor.read(old, now - DAY_MS, fakeVendorSession(fetch, now))).toHaveLength(24);
    expect(calls.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
      'token',
      '3.8',
      'carepartner_auth0_ous_sso_config_v1.json',
      'token',
      'message',
    ]);
  });
});
