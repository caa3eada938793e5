import { describe, expect, test } from 'vitest';
import { CARELINK, carelink, login, now, recorded } from '../../test/carelink.ts';
import { fakeVendorSession, type Recorded, recordCalls } from '../../test/fake-vendor.ts';
import { medtronic } from './source.ts';

const begin = (vendor: typeof fetch, isUsRegion = false) =>
  medtronic({ address: CARELINK }).begin({ isUsRegion }, fakeVendorSession(vendor, now));

/** The recorded discovery, with something changed in every entry. */
function discovery(change: Record<string, string>): Recorded {
  const { status, body } = recorded('discovery-3-8');
  const { CP } = body as { CP: object[] };
  return { status, body: { CP: CP.map((entry) => ({ ...entry, ...change })) } };
}

describe('what the app of CareLink finds out first', () => {
  test.each(['discovery-3-2-legacy', 'discovery-3-5-trap'])(
    'is not taken from an older API (%s)',
    async (answer) => {
      await expect(begin(carelink({ '/discover/android/': answer }))).rejects.toMatchObject({
        errorCode: 'unreadable',
      });
    },
  );

  test.each(['discovery-204-v10', 'discovery-401-v12', 'discovery-403-v14'])(
    'a wrong path is our fault, not the wearer’s (%s)',
    async (answer) => {
      await expect(begin(carelink({ '/discover/android/': answer }))).rejects.toMatchObject({
        errorCode: 'unreadable',
      });
    },
  );

  test('comes from an earlier version when the newest has retired', async () => {
    const { fetch, calls } = recordCalls(carelink({ '/android/3.8': 'discovery-3-5-trap' }));
    await expect(begin(fetch)).resolves.toHaveProperty('captchaUrl');
    expect(calls.map(({ url }) => url.split('/').at(-1)).slice(0, 2)).toEqual(['3.8', '3.7']);
  });

  test('names the sign-in document in use; an older kind of it is passed over', async () => {
    const vendor = carelink({
      '/discover/android/': discovery({ UseSSOConfiguration: 'Layer7SSOConfiguration' }),
      '/oauth20_sso_': 'sso-legacy-mag',
    });
    const { captchaUrl } = await begin(vendor);
    expect(captchaUrl).toMatch(/^https:\/\/carelink-login\.minimed\.eu\/authorize\?/);
    const legacy = carelink({ _ous_sso_config: 'sso-legacy-mag' });
    await expect(begin(legacy)).rejects.toMatchObject({ errorCode: 'unreadable' });
  });

  test.each([
    { baseUrlCumulus: 'https://minimed.eu.example/connect/carepartner/v13' },
    { baseUrlCareLink: 'https://notminimed.com/api' },
    { baseUrlCareLink: 'http://carelink.minimed.eu/api' },
    { Auth0SSOConfiguration: 'https://127.0.0.1/sso.json' },
  ])('leads to nobody but the vendor: %o is not followed', async (change) => {
    const { fetch, calls } = recordCalls(carelink({ '/discover/android/': discovery(change) }));
    await expect(begin(fetch)).rejects.toMatchObject({ errorCode: 'unreadable' });
    expect(
      calls.filter(({ url }) =>
        Object.values(change).some((anonymousClient) => url.startsWith(anonymousClient)),
      ),
    ).toEqual([]);
  });

  test('a foreign sign-in host is not followed either', async () => {
    const { status, body } = recorded('sso-auth0-eu');
    const document = { ...(body as object), server: { hostname: 'login.example', port: 443, prefix: '' } };
    const vendor = carelink({ _ous_sso_config: { status, body: document } });
    await expect(begin(vendor)).rejects.toMatchObject({ errorCode: 'unreadable' });
  });

  test('is known for hours, for all accounts together', async () => {
    const source = medtronic({ address: CARELINK });
    const { fetch, calls } = recordCalls(carelink());
    const connectAt = (at: number) => source.connect(login, fakeVendorSession(fetch, at));
    await connectAt(now);
    await connectAt(now + 3_600_000);
    const lookedUp = () => calls.filter(({ url }) => url.includes('/discover/')).length;
    expect(lookedUp()).toBe(1);
    await connectAt(now + 13 * 3_600_000);
    expect(lookedUp()).toBe(2);
  });
});

describe('with another address for CareLink', () => {
  const base = 'http://127.0.0.1:4000/carelink';
  const there = (hostname: string) => {
    const { status, body } = recorded('sso-auth0-eu');
    return carelink({
      '/discover/android/': discovery({
        Auth0SSOConfiguration: `${base}/sso.json`,
        baseUrlCareLink: `${base}/api/carepartner/v2/`,
        baseUrlCumulus: `${base}/connect/carepartner/v13/`,
      }),
      '/sso.json': {
        status,
        body: { ...(body as object), server: { hostname, port: 4000, prefix: 'carelink/login' } },
      },
    });
  };

  test('that host counts as the vendor’s, port and path as its document says', async () => {
    const source = medtronic({ address: base });
    const { captchaUrl } = await source.begin(
      { isUsRegion: false },
      fakeVendorSession(there('127.0.0.1'), now),
    );
    expect(captchaUrl).toMatch(/^http:\/\/127\.0\.0\.1:4000\/carelink\/login\/authorize\?/);
    expect(source.mayConnect(new URL(captchaUrl))).toBe(true);
  });

  test('other hosts still do not', async () => {
    const begun = medtronic({ address: base }).begin(
      { isUsRegion: false },
      fakeVendorSession(there('127.0.0.2'), now),
    );
    await expect(begun).rejects.toMatchObject({ errorCode: 'unreadable' });
  });
});
