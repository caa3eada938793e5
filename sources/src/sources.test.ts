import { expect, test } from 'vitest';
import { fakeVendorSession, recordCalls } from '../test/fake-vendor.ts';
import { descriptors } from './descriptors.ts';
import { sourcesOf } from './sources.ts';

const silent: typeof fetch = async () => new Response('', { status: 503 });

test('every source of the registry has a client of its name, and says what its descriptor says', () => {
  const sources = sourcesOf({ dexcomApi: { clientId: 'id', clientSecret: 'secret' } });
  for (const { name, rhythm, historyMs } of descriptors)
    expect(sources[name]).toMatchObject({ name, rhythm, historyMs });
  expect(Object.keys(sources)).toEqual(descriptors.map(({ name }) => name));
});

test('[CON-5] Dexcom’s own sign-in is offered only where Tealight has a name with Dexcom', () => {
  expect(sourcesOf().dexcomApi).toBeUndefined();
});

test('another address replaces the vendor’s, with or without a slash', async () => {
  const { dexcomShare } = sourcesOf({ dexcomShare: { us: 'http://127.0.0.1:4000/dexcom-share/us/' } });
  const { fetch, calls } = recordCalls(silent);
  await dexcomShare
    .connect({ username: 'x', password: 'y', region: 'us' }, fakeVendorSession(fetch, 0))
    .catch(() => {});
  expect(calls[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/dexcom-share\/us\/ShareWebServices\//);
});
