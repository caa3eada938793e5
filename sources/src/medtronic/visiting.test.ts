import { describe, expect, test } from 'vitest';
import { carelink, DAY_MS, now, old, recorded, session } from '../../test/carelink.ts';
import { noting, toResponse, visitOf } from '../../test/world.ts';
import { medtronic } from './source.ts';
import type { MedtronicSession } from './visiting.ts';

const source = medtronic();
const renewing = carelink({ '/oauth/token': 'token-refresh-200' });
const trades = (calls: Request[]) => calls.filter(({ url }) => url.endsWith('/oauth/token'));

describe('[SRC-1] the tokens of CareLink', () => {
  test('are renewed shortly before their end and kept before they are used', async () => {
    const order: string[] = [];
    const { fetch, calls } = noting(renewing);
    const visit = visitOf<MedtronicSession>((input, init) => {
      order.push(new URL(new Request(input, init).url).pathname.split('/').at(-1) ?? '');
      return fetch(input, init);
    }, now);
    await source.read(session, now - DAY_MS, visitOf(renewing, now));
    await source.read(old, now - DAY_MS, {
      ...visit,
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
    const { fetch, calls } = noting(renewing);
    const visit = {
      ...visitOf<MedtronicSession>(fetch, now),
      keep: () => Promise.reject(new Error('disk full')),
    };
    await expect(source.read(old, now - DAY_MS, visit)).rejects.toThrow('disk full');
    expect(calls.filter(({ url }) => url.includes('/display/'))).toEqual([]);
  });

  test('go on with the old refresh token where the vendor sends no new one', async () => {
    const visit = visitOf<MedtronicSession>(
      carelink({ '/oauth/token': 'token-refresh-200-no-rotation' }),
      now,
    );
    await source.read(old, now - DAY_MS, visit);
    expect(visit.kept[0]?.refreshToken).toBe(old.refreshToken);
  });

  test('are renewed once when they are refused before their time', async () => {
    const answers = [recorded('display-401'), recorded('display-v13-pump')];
    const again = () => toResponse(answers.shift() ?? recorded('display-401'));
    const { fetch, calls } = noting(
      carelink({ '/oauth/token': 'token-refresh-200', '/display/message': again }),
    );
    expect(await source.read(session, now - DAY_MS, visitOf(fetch, now))).toHaveLength(24);
    expect(trades(calls)).toHaveLength(1);
  });

  test('are renewed once even when two ask at the same time', async () => {
    const { fetch, calls } = noting(renewing);
    await Promise.all([1, 2, 3].map(() => source.read(old, now - DAY_MS, visitOf(fetch, now))));
    expect(trades(calls)).toHaveLength(1);
  });

  test.each(['token-invalid-grant-400', 'token-invalid-grant-403'])(
    'that have died need the wearer, and are asked for once (%s)',
    async (answer) => {
      const { fetch, calls } = noting(carelink({ '/oauth/token': answer }));
      const reading = source.read(old, now - DAY_MS, visitOf(fetch, now));
      await expect(reading).rejects.toMatchObject({ trouble: 'needs-human' });
      expect(trades(calls)).toHaveLength(1);
    },
  );

  test('are asked for under the client’s new name when the vendor changed it', async () => {
    const vendor = medtronic();
    await vendor.read(session, now - DAY_MS, visitOf(carelink(), now));
    const answers = [recorded('token-unauthorized-client-401'), recorded('token-refresh-200')];
    const { fetch, calls } = noting(
      carelink({ '/oauth/token': () => toResponse(answers.shift() ?? recorded('token-429')) }),
    );
    expect(await vendor.read(old, now - DAY_MS, visitOf(fetch, now))).toHaveLength(24);
    expect(calls.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
      'token',
      '3.8',
      'carepartner_auth0_ous_sso_config_v1.json',
      'token',
      'message',
    ]);
  });
});
