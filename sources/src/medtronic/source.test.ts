import { describe, expect, test } from 'vitest';
import { CARELINK, carelink, DAY_MS, login, now, old, recorded, session } from '../../test/carelink.ts';
import { fakeVendorSession, recordCalls, toResponse } from '../../test/fake-vendor.ts';
import { testSource } from '../../test/source-tests.ts';
import type { MedtronicSession } from './authorized-calls.ts';
import { type MedtronicLogin, medtronic } from './source.ts';

const source = medtronic({ address: CARELINK });
const signingIn = (answer: string) => carelink({ '/oauth/token': answer });
const display = (answer: string) => carelink({ '/display/message': answer });

testSource<MedtronicLogin, MedtronicSession>({
  source,
  login,
  session,
  secrets: [
    login.code,
    login.verifier,
    session.accessToken,
    session.refreshToken,
    'v1.Example',
    'eyJ',
    'minimed',
  ],
  well: carelink(),
  empty: display('display-v13-no-rows'),
  now,
  errors: [
    ['a code used before', 'connect', signingIn('token-invalid-grant-code-403'), 'needs-human'],
    ['a verifier that does not fit', 'connect', signingIn('token-pkce-fail-403'), 'needs-human'],
    ['a client it does not know', 'connect', signingIn('token-unauthorized-client-401'), 'unreadable'],
    ['too many sign-ins', 'connect', signingIn('token-429'), 'too-many-calls'],
    ['a guard who misses a name', 'connect', signingIn('waf-403-no-user-agent'), 'too-many-calls'],
    ['a clinician', 'connect', carelink({ '/users/me': 'users-me-clinician' }), 'not-shared'],
    ['nobody who invited', 'connect', carelink({ '/links/patients': 'links-patients-empty' }), 'not-shared'],
    [
      'an open invitation',
      'connect',
      carelink({ '/links/patients': 'links-patients-pending' }),
      'not-shared',
    ],
    ['a token refused after renewal', 'read', display('display-401'), 'needs-human'],
    ['access denied after a renewal', 'read', display('display-403'), 'unreachable'],
    ['a question it does not like', 'read', display('display-400'), 'unreadable'],
    ['a newer app asked for', 'read', display('display-206-upgrade'), 'unreadable'],
    ['too many questions', 'read', display('display-429'), 'too-many-calls'],
    ['the block page of a guard', 'read', display('akamai-403-access-denied'), 'too-many-calls'],
    ['a fault', 'read', display('display-500'), 'unreachable'],
    ['a bad gateway', 'read', display('display-502'), 'unreachable'],
    ['a gateway that waits in vain', 'read', display('display-504'), 'unreachable'],
    ['a page with 200', 'read', display('display-200-html'), 'unreachable'],
    ['nothing at all with 200', 'read', display('display-200-empty-object'), 'unreachable'],
    ['a path that is gone', 'read', display('discovery-403-v14'), 'unreadable'],
  ],
});

describe('[SRC-1] a sign-in at CareLink', () => {
  test('trades the code with its verifier, in a form, at the region’s own host', async () => {
    const { fetch, calls } = recordCalls(carelink());
    const opened = await source.connect(login, fakeVendorSession(fetch, now));
    const trading = calls.find(({ url }) => url.endsWith('/oauth/token'));
    expect(trading?.url).toBe('https://carelink-login.minimed.eu/oauth/token');
    expect(Object.fromEntries(new URLSearchParams(await trading?.text()))).toEqual({
      grant_type: 'authorization_code',
      client_id: 'PeAhkbhQWlQRxJiQxWfcFBiGus1lxfe9',
      code: login.code,
      redirect_uri: login.redirectUri,
      code_verifier: login.verifier,
    });
    expect(opened).toMatchObject({
      role: 'carepartner',
      username: 'example.follower',
      personId: 'example.patient',
    });
    expect(opened.accessEndsAt).toBe(1_791_808_220_000);
  });

  test('asks the other region’s hosts for accounts of the United States', async () => {
    const { fetch, calls } = recordCalls(carelink({ '/users/me': 'users-me-carepartner-us' }));
    const opened = await source.connect({ ...login, region: 'US' }, fakeVendorSession(fetch, now));
    await source.read(opened, now - DAY_MS, fakeVendorSession(fetch, now));
    expect(new Set(calls.slice(-4).map(({ url }) => new URL(url).hostname))).toEqual(
      new Set(['carelink-login.minimed.com', 'carelink.minimed.com', 'clcloud.minimed.com']),
    );
  });

  test('says on every call what asks, because the guard turns the nameless away', async () => {
    const { fetch, calls } = recordCalls(carelink());
    const opened = await medtronic({ address: CARELINK }).connect(login, fakeVendorSession(fetch, now));
    await source.read(opened, now - DAY_MS, fakeVendorSession(fetch, now));
    expect(calls.filter(({ headers }) => !headers.get('user-agent'))).toEqual([]);
  });

  test('of a patient reads the patient’s own', async () => {
    const { fetch, calls } = recordCalls(carelink({ '/users/me': 'users-me-patient' }));
    const opened = await source.connect(login, fakeVendorSession(fetch, now));
    expect(opened).toMatchObject({ role: 'patient', personId: null });
    expect(await source.people(opened, fakeVendorSession(fetch, now))).toEqual([]);
    await source.read(opened, now - DAY_MS, fakeVendorSession(fetch, now));
    expect(await calls.at(-1)?.json()).toEqual({
      username: 'example.follower',
      role: 'patient',
      appVersion: '3.8.0',
    });
  });

  test('of a follower reads the person followed', async () => {
    const { fetch, calls } = recordCalls(carelink());
    await source.read(session, now - DAY_MS, fakeVendorSession(fetch, now));
    expect(calls.at(-1)?.url).toBe('https://clcloud.minimed.eu/connect/carepartner/v13/display/message');
    expect(calls.at(-1)?.headers.get('authorization')).toBe(`Bearer ${session.accessToken}`);
    expect(await calls.at(-1)?.json()).toEqual({
      username: 'example.follower',
      role: 'carepartner',
      patientId: 'example.patient',
      appVersion: '3.8.0',
    });
  });

  test('never takes the first of several people, and keeps the one who was chosen', async () => {
    const vendorSession = fakeVendorSession(carelink({ '/links/patients': 'links-patients-two' }), now);
    const opened = await source.connect(login, vendorSession);
    expect(opened.personId).toBeNull();
    await expect(source.read(opened, 0, fakeVendorSession(carelink(), now))).rejects.toMatchObject({
      errorCode: 'choose-person',
    });
    const [, second] = await source.people(opened, vendorSession);
    expect(second).toEqual({ id: 'example.patient2', name: 'Kim Example' });
    const chosen = source.choose(opened, second?.id ?? '');
    expect((await source.connect(login, vendorSession, chosen)).personId).toBe('example.patient2');
  });

  test('tells hours later who may be chosen, with tokens that it renews and keeps', async () => {
    const vendorSession = fakeVendorSession<typeof session>(
      carelink({ '/links/patients': 'links-patients-two' }),
      now,
    );
    const people = await source.people({ ...old, personId: null }, vendorSession);
    expect(people).toHaveLength(2);
    expect(vendorSession.kept).toMatchObject([
      { personId: null, accessToken: expect.not.stringContaining(old.accessToken) },
    ]);
  });

  test('forgets the choice of another account', async () => {
    const before = { ...session, username: 'somebody.else', personId: 'example.patient2' };
    expect((await source.connect(login, fakeVendorSession(carelink(), now), before)).personId).toBe(
      'example.patient',
    );
  });
});

describe('what the vendor refuses half-way', () => {
  test('a person who stopped sharing is gone, whichever error the vendor gives', async () => {
    for (const error of ['display-403', 'display-400']) {
      const vendor = carelink({ '/display/message': error, '/links/patients': 'links-patients-empty' });
      const reading = source.read(session, 0, fakeVendorSession(vendor, now));
      await expect(reading).rejects.toMatchObject({ errorCode: 'person-gone' });
    }
  });

  test('an account with new terms to accept gives that error', async () => {
    const me = recorded('users-me-carepartner');
    const vendor = carelink({
      '/users/me': { ...me, body: { ...(me.body as object), needToReconsent: true } },
    });
    await expect(source.connect(login, fakeVendorSession(vendor, now))).rejects.toMatchObject({
      errorCode: 'terms-to-accept',
    });
  });

  test('nothing for this account yet is an empty list', async () => {
    expect(await source.read(session, 0, fakeVendorSession(display('display-204'), now))).toEqual([]);
  });

  test('the fault on a new follower’s first question is asked over at once', async () => {
    const answers = [recorded('display-500'), recorded('display-v13-pump')];
    const vendor = carelink({
      '/display/message': () => toResponse(answers.shift() ?? recorded('display-500')),
    });
    expect(await source.read(session, now - DAY_MS, fakeVendorSession(vendor, now))).toHaveLength(24);
  });

  test('a poll that is repeated, because the vendor has moved its paths, uses the renewed tokens', async () => {
    const moving = medtronic({ address: CARELINK });
    await moving.read(session, 0, fakeVendorSession(carelink(), now));
    const answers = [recorded('discovery-403-v14'), recorded('display-v13-pump')];
    const { fetch, calls } = recordCalls(
      carelink({
        '/oauth/token': 'token-refresh-200',
        '/display/message': () => toResponse(answers.shift() ?? recorded('display-500')),
      }),
    );
    const vendorSession = fakeVendorSession<MedtronicSession>(fetch, now);
    expect(await moving.read(old, now - DAY_MS, vendorSession)).toHaveLength(24);
    expect(calls.filter(({ url }) => url.endsWith('/oauth/token'))).toHaveLength(1);
    expect(vendorSession.kept).toHaveLength(1);
  });

  test.each([
    ['token-429', 60_000],
    ['waf-403-no-user-agent', 15 * 60_000],
  ])('after %s the vendor is left alone for %i ms', async (answer, retryAfterMs) => {
    const reading = source.read(old, 0, fakeVendorSession(signingIn(answer), now));
    await expect(reading).rejects.toMatchObject({ errorCode: 'too-many-calls', retryAfterMs });
  });
});
