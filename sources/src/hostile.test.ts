import { monitorEventLoopDelay } from 'node:perf_hooks';
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
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const outcome = await outcomeOf(vendor, hostile.url);
    delay.disable();
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
    // 50 ms are the aim and what is measured; a machine with other work may take several times as long.
    expect(delay.max / 1e6).toBeLessThan(400);
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
