import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CARELINK, carelink, login, now, recorded } from '../../test/carelink.ts';
import { fakeVendorSession } from '../../test/fake-vendor.ts';
import { medtronic } from './source.ts';

const source = medtronic({ address: CARELINK });
const begin = (isUsRegion: boolean) => source.begin({ isUsRegion }, fakeVendorSession(carelink(), now));
const location = (answer: string) => recorded(answer).headers?.location ?? '';

describe('[CON-7] signing in on CareLink’s own page', () => {
  test('begins there, with a proof that only we can give and a state', async () => {
    const { captchaUrl, pending } = await begin(false);
    const url = new URL(captchaUrl);
    expect(`${url.origin}${url.pathname}`).toBe('https://carelink-login.minimed.eu/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'PeAhkbhQWlQRxJiQxWfcFBiGus1lxfe9',
      response_type: 'code',
      scope: 'profile openid offline_access',
      redirect_uri: 'com.medtronic.carepartner:/sso',
      audience: 'carepartner.patient.ous',
      code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: pending.state,
    });
    expect(captchaUrl).not.toContain(pending.verifier);
  });

  test('is another one every time', async () => {
    const [one, two] = [await begin(false), await begin(false)];
    expect(one.pending.verifier).not.toBe(two.pending.verifier);
    expect(one.pending.state).not.toBe(two.pending.state);
  });

  test('is at another host for the United States', async () => {
    const { captchaUrl, pending } = await begin(true);
    expect(new URL(captchaUrl).host).toBe('carelink-login.minimed.com');
    expect(pending.region).toBe('US');
  });

  test('what is kept until the code comes survives being stored', async () => {
    const { pending } = await begin(false);
    expect(source.pending.parse(JSON.parse(JSON.stringify(pending)))).toEqual(pending);
  });

  test('ends with a code, in the address of the vendor’s app', () => {
    expect(source.outcome(location('authorize-redirect-ok'), login)).toEqual({ code: login.code });
  });

  test('is refused when the wearer declines', () => {
    expect(source.outcome(location('authorize-redirect-denied'), login)).toBe('refused');
  });

  test('whose state is another’s was begun by somebody else', () => {
    expect(source.outcome(location('authorize-redirect-ok'), { ...login, state: 'mine' })).toBe('forged');
  });

  test.each([
    'https://carelink-login.minimed.eu/authorize?code_challenge=x&state=b3f1c2d4e5a697887766554433221100',
    'https://evil.example/?x=com.medtronic.carepartner:/sso?code=1',
    '/u/login?state=x',
    'com.medtronic.carepartner:/ssoother?code=1',
    '',
  ])('goes on while the page is at %j', (address) => {
    expect(source.outcome(address, login)).toBeNull();
  });
});

describe('[HUB-4] the browser that shows CareLink', () => {
  test('reaches hosts by name: the vendor’s and those of the captcha, nobody else’s', () => {
    expect(source.hosts).toEqual(expect.arrayContaining(['*.minimed.eu', '*.minimed.com', 'www.google.com']));
    expect(source.hosts).not.toContain('*');
    expect(medtronic({ address: 'http://127.0.0.1:4000/carelink' }).hosts).toContain('127.0.0.1');
    expect(source.hosts).not.toContain('127.0.0.1');
  });

  const may = (what: 'mayConnect' | 'mayLoad', url: string) => source[what](new URL(url));

  test.each(['https://carelink-login.minimed.eu/u/login', 'https://carelink.minimed.com/app'])(
    'may open %s',
    (url) => {
      expect([may('mayConnect', url), may('mayLoad', url)]).toEqual([true, true]);
    },
  );

  test.each(['https://www.google.com/recaptcha/api.js', 'https://www.gstatic.com/recaptcha/releases/x.js'])(
    'may load %s for the captcha, and not go there',
    (url) => {
      expect([may('mayConnect', url), may('mayLoad', url)]).toEqual([false, true]);
    },
  );

  test.each([
    'https://www.google.com/search?q=recaptcha',
    'https://www.google.com:8443/recaptcha/api.js',
    'https://minimed.eu.example/',
    'https://evilminimed.eu/',
    'http://carelink.minimed.eu/',
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'data:text/html,hello',
    'chrome://version',
    'com.medtronic.carepartner:/sso',
  ])('may neither open nor load %s', (url) => {
    expect([may('mayConnect', url), may('mayLoad', url)]).toEqual([false, false]);
  });
});
