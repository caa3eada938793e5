import { expect, test } from 'vitest';
import { hostileScenarios } from '../../e2e/support/hostile/hostile-answers.ts';
import {
  type HostileVendor,
  hostileVendors,
  serveHostile,
} from '../../e2e/support/hostile/hostile-vendor.ts';
import { fakeVendorSession } from '../test/fake-vendor.ts';
import { callVendor } from './shared/vendor-call.ts';
import { sourcesOf } from './sources.ts';

const now = Date.now();
const DAY_MS = 86_400_000;
const tokens = { accessToken: 'made up', accessEndsAt: now + DAY_MS, refreshToken: 'made up' };

/** Reads ninety days, or what there is, with a session that is good. */
function readFrom(vendor: HostileVendor, url: string) {
  const client = { clientId: 'made up', clientSecret: 'made up' };
  const at = { address: url };
  const sources = sourcesOf({
    dexcomShare: { us: url },
    dexcomApi: { ...at, ...client },
    libre: at,
    medtronic: at,
  });
  const vendorSession = <Session>() => fakeVendorSession<Session>(fetch, now);
  const since = now - 90 * DAY_MS;
  const id = { accountId: 'made up', personId: 'sam' };
  switch (vendor) {
    case 'nightscout':
      return sources.nightscout.read({ api: 'v1', base: url, secretSha1: null }, since, vendorSession());
    case 'dexcomShare':
      return sources.dexcomShare.read(
        { region: 'us', accountId: 'x', sessionId: 'y' },
        since,
        vendorSession(),
      );
    case 'dexcomApi':
      return sources.dexcomApi?.read(tokens, since, vendorSession());
    case 'libre': {
      const ticket = { region: null, token: 'made up', expiresAt: 4e12, version: '4.17.0' };
      return sources.libre.read({ ...ticket, ...id }, since, vendorSession());
    }
    case 'medtronic': {
      const who = { region: 'EU', username: 'sam', role: 'patient', personId: null } as const;
      return sources.medtronic.read({ ...who, ...tokens }, since, vendorSession());
    }
  }
}

const outcomeOf = async (vendor: HostileVendor, url: string) => {
  try {
    return await readFrom(vendor, url);
  } catch (error) {
    return error;
  }
};

/** The longest time of the processor that this thread took between two turns of its event loop during `work`, ms. */
async function withLongestTask<T>(work: () => Promise<T>): Promise<{ result: T; longestTaskMs: number }> {
  let isRunning = true;
  let longestTaskMs = 0;
  let last = process.threadCpuUsage();
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last);
    longestTaskMs = Math.max(longestTaskMs, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (isRunning) setImmediate(tick);
  };
  tick();
  const result = await work();
  tick();
  isRunning = false;
  return { result, longestTaskMs };
}

test.each(
  hostileVendors.flatMap((vendor) => hostileScenarios.map((scenario) => [vendor, scenario] as const)),
)(
  '[CON-6] a hostile %s that answers with %s is an error of the source, or harmless, and holds nobody up',
  async (vendor, scenario) => {
    await using hostile = await serveHostile(vendor, scenario);
    // The simulated vendor makes what it sends before the time is taken.
    await fetch(`${hostile.url}/warm`, { signal: AbortSignal.timeout(5000) })
      .then((answer) => answer.body?.cancel())
      .catch(() => {});
    const { result: outcome, longestTaskMs } = await withLongestTask(() => outcomeOf(vendor, hostile.url));
    if (outcome instanceof Error) {
      expect(outcome).toMatchObject({
        name: 'SourceError',
        errorCode: expect.stringMatching(/^(unreadable|unreachable|wrong-address)$/),
      });
    } else {
      // Nothing of it can be a reading.
      expect(['absurd-dates', 'long-strings']).toContain(scenario);
      expect((outcome as unknown[]).length).toBeLessThanOrEqual(1);
    }
    // 80 ms of the processor are measured, for endless header lines; a slower one may take more.
    expect(longestTaskMs).toBeLessThan(500);
  },
);

test('pages without end are unreadable after as many as two uploaders could fill', async () => {
  await using hostile = await serveHostile('nightscout', 'endless-pages');
  expect(await outcomeOf('nightscout', hostile.url)).toMatchObject({ errorCode: 'unreadable' });
  expect(hostile.asked()).toBeLessThan(100);
});

test('a body that drips is given up when the time for the whole answer is over', async () => {
  await using hostile = await serveHostile('nightscout', 'slow-drip');
  const question = { url: `${hostile.url}/api/v1/entries/sgv.json`, timeoutMs: 300 };
  const world = { fetch, signal: new AbortController().signal };
  await expect(callVendor('nightscout', question, world)).rejects.toMatchObject({ errorCode: 'unreachable' });
});
