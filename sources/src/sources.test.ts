import { expect, test } from 'vitest';
import { noting, visitOf } from '../test/world.ts';
import { sourcesOf } from './sources.ts';

const silent: typeof fetch = async () => new Response('', { status: 503 });

test('[SRC-1] every source says its name, its rhythm and how far back it reaches', () => {
  const all = Object.values(sourcesOf({}, { dexcomApi: { clientId: 'id', clientSecret: 'secret' } }));
  for (const source of all) {
    expect(source?.name).toMatch(/^[a-z-]+$/);
    expect(source?.historyMs).toBeGreaterThanOrEqual(12 * 3_600_000);
    expect(source?.rhythm.everyMs).toBeGreaterThanOrEqual(60_000);
  }
  expect(new Set(all.map((source) => source?.name)).size).toBe(all.length);
});

test('[CON-5] Dexcom’s own sign-in is offered only where Tealight has a name with Dexcom', () => {
  expect(sourcesOf().dexcomApi).toBeUndefined();
});

test('a vendor lives elsewhere when told so, with or without a slash', async () => {
  const { dexcomShare } = sourcesOf({ dexcomShareUs: 'http://127.0.0.1:4000/dexcom-share/us/' });
  const { fetch, calls } = noting(silent);
  await dexcomShare
    .connect({ username: 'x', password: 'y', region: 'us' }, visitOf(fetch, 0))
    .catch(() => {});
  expect(calls[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/dexcom-share\/us\/ShareWebServices\//);
});
