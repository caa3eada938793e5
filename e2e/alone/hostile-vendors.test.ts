import { connectCalls, currentReadings } from '@tealight/contract';
import { expect, test } from 'vitest';
import { connectedWearer, send, type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { serveHostile } from '../support/hostile/hostile-vendor.ts';
import { realProcess } from '../support/real-process.ts';

/** The scenarios that cost the most; the tests of the sources run all of them for each vendor. */
const scenarios = [
  ...(['too-many-rows', 'many-keys', 'gzip-bomb'] as const),
  ...(['single-bytes', 'slow-drip', 'endless-pages'] as const),
];
const secret = 'a secret of this test';
/** How long the calls of the healthy wearer are measured, in ms. */
const FOR_MS = Number(process.env.ATTACK_SECONDS ?? 4) * 1000;
/**
 * Half of the 9 s that Tealight gives a vendor: a call that waited for one would take longer, a busy machine takes less.
 * `npm run attack` measures how long calls take.
 */
const NO_VENDOR_MS = 4500;

test('[CON-6] no hostile vendor crashes a server with a small heap or makes another wearer wait', async () => {
  await using left = new AsyncDisposableStack();
  const sites = await Promise.all(scenarios.map((scenario) => serveHostile('nightscout', scenario)));
  const [share, libre] = await Promise.all([
    serveHostile('dexcomShare', 'too-many-rows'),
    serveHostile('libre', 'many-keys'),
  ]);
  for (const hostile of [...sites, share, libre]) left.use(hostile);
  const healthy = await serve(nightscoutSite({ secret, token: 'reader-0123456789abcdef' }));
  left.defer(healthy.close);
  const tealight = left.use(
    await realProcess({
      NODE_OPTIONS: '--max-old-space-size=512',
      DEXCOM_SHARE_US_URL: share.url,
      LIBRELINKUP_URL: libre.url,
    }),
  );
  const { url } = tealight;

  const wearer = await connectedWearer(url, { endpoint: healthy.url, apiSecret: secret });
  const others: Wearer[] = [];
  for (let count = 0; count < sites.length + 2; count += 1) others.push(await wearerOf(url));
  const login = { username: 'sam', password: 'made up' };
  const connected = await Promise.allSettled([
    ...sites.map((site, index) =>
      send(
        url + connectCalls.nightScout.path,
        { endpoint: site.url, apiSecret: secret },
        others[index]?.token,
      ),
    ),
    send(url + connectCalls.dexcom.path, { ...login, region: 'US' }, others.at(-2)?.token),
    send(url + connectCalls.freeStyleLibre.path, login, others.at(-1)?.token),
  ]);

  expect(connected.filter(({ status }) => status === 'rejected')).toEqual([]);

  const took: number[] = [];
  const until = performance.now() + FOR_MS;
  while (performance.now() < until) {
    const begun = performance.now();
    const answer = await fetch(url + currentReadings.path, {
      headers: { authorization: `Bearer ${wearer.token}` },
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    took.push(performance.now() - begun);
    await new Promise((resume) => setTimeout(resume, 10));
  }
  expect([...sites, share, libre].map((hostile) => hostile.asked() > 0)).not.toContain(false);
  expect(took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]).toBeLessThan(NO_VENDOR_MS);
  expect(tealight.said()).not.toContain('FATAL ERROR');
  // Otherwise it would wait for the slow answers.
  await tealight.kill();
});

test('[CON-6] a Dexcom username of spaces counts as missing, like an empty one, and is not a server error', async () => {
  await using tealight = await realProcess({ DEXCOM_SHARE_US_URL: 'http://127.0.0.1:9' });
  const { token } = await wearerOf(tealight.url);
  const login = { username: ' \u00a0', password: 'made up', region: 'US' };
  await expect(send(tealight.url + connectCalls.dexcom.path, login, token)).rejects.toThrow(
    '"username":["Username is required"]',
  );
  expect(tealight.said()).not.toMatch(/"level":(50|60)/);
});
