import { describe, expect, test } from 'vitest';
import { type DexcomShareOptions, dexcomShareVendor } from '../../../simulators/dexcom-share/dexcom-share.ts';
import { asFetch } from '../../../simulators/serve.ts';
import { fakeVendorSession, recordCalls } from '../../test/fake-vendor.ts';
import { type DexcomShareSession, dexcomShare } from './source.ts';

const start = Date.UTC(2026, 10, 21, 9);
const robin = { username: 'robin', password: 'made up', life: { seed: 3 } };
const DAY_MS = 24 * 60 * 60_000;

function shareIn(scenario: NonNullable<DexcomShareOptions['scenario']>, region: 'us' | 'ous' | 'jp' = 'us') {
  let now = start;
  const vendor = asFetch(dexcomShareVendor({ accounts: [robin], region, scenario, clock: () => now }));
  const source = dexcomShare({
    us: 'https://us.example',
    ous: 'https://ous.example',
    jp: 'https://jp.example',
  });
  const { fetch, calls } = recordCalls(vendor);
  const vendorSession = { ...fakeVendorSession<DexcomShareSession>(fetch, now), now: () => now };
  return {
    calls,
    later: (ms: number) => (now += ms),
    change: (what: string, body = {}) =>
      vendor(`https://us.example/__simulator/${what}`, { method: 'POST', body: JSON.stringify(body) }),
    connect: (typed = {}) => source.connect({ ...robin, region, ...typed }, vendorSession),
    read: (session: DexcomShareSession, since = 0) => source.read(session, since, vendorSession),
  };
}

describe('a whole Dexcom Share', () => {
  test.each(['us', 'ous', 'jp'] as const)('[SRC-1] in the region %s gives the last day', async (region) => {
    const { connect, read } = shareIn('well', region);
    const readings = await read(await connect());
    expect(readings.length).toBeGreaterThan(250);
    expect(readings[0]?.takenAt).toBeGreaterThan(start - DAY_MS);
  });

  test('[SRC-2] gives each reading once, poll after poll', async () => {
    const { connect, read, later } = shareIn('jittering');
    const session = await connect();
    const readings = await read(session, start - 3_600_000);
    for (let polls = 0; polls < 240; polls += 1) {
      later(30_100);
      readings.push(...(await read(session, readings.at(-1)?.takenAt)));
    }
    const gaps = readings.slice(1).map(({ takenAt }, index) => takenAt - (readings[index]?.takenAt ?? 0));
    expect(readings.length).toBeGreaterThan(30);
    expect(Math.min(...gaps)).toBeGreaterThan(4 * 60_000);
  });

  test('that forgets its sessions says so, and a new sign-in helps', async () => {
    const { connect, read, change } = shareIn('well');
    const session = await connect();
    await change('forget');
    await expect(read(session)).rejects.toMatchObject({ errorCode: 'session-over' });
    expect((await read(await connect())).length).toBeGreaterThan(250);
  });

  test('closes an account after some wrong passwords and opens it again', async () => {
    const { connect, later } = shareIn('well');
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(connect({ password: 'wrong' })).rejects.toMatchObject({ errorCode: 'wrong-login' });
    }
    await expect(connect()).rejects.toMatchObject({ errorCode: 'locked-out', retryAfterMs: 600_000 });
    later(600_000);
    await expect(connect()).resolves.toMatchObject({ region: 'us' });
  });

  test('with odd rows gives the readings among them', async () => {
    const { connect, read } = shareIn('odd');
    const readings = await read(await connect());
    expect(readings.length).toBeGreaterThan(180);
    expect(readings.every(({ mgdl }) => mgdl >= 39)).toBe(true);
  });

  test.each([
    ['unshared', 'not-shared'],
    ['nobody', 'wrong-login'],
    ['refusing', 'wrong-login'],
    ['locked', 'locked-out'],
    ['busy', 'too-many-calls'],
    ['guarded', 'too-many-calls'],
    ['faulty', 'unreachable'],
    ['down', 'unreachable'],
  ] as const)('[CON-6] in the scenario %s a sign-in gives the error %s', async (scenario, errorCode) => {
    await expect(shareIn(scenario).connect()).rejects.toMatchObject({ errorCode });
  });

  test.each([
    ['timed-out', 'session-over'],
    ['empty-body', 'session-over'],
    ['half-answer', 'unreadable'],
    ['down', 'unreachable'],
  ] as const)('in the scenario %s reading gives the error %s', async (scenario, errorCode) => {
    const { connect, read, change } = shareIn('well');
    const session = await connect();
    await change('scenario', { scenario });
    await expect(read(session)).rejects.toMatchObject({ errorCode });
  });
});
