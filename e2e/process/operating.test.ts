import { readFileSync } from 'node:fs';
import { checkNow } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { connectedWearer, send } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { realProcess } from '../support/real-process.ts';

const SECRET = 'the-secret-of-a-site';
/** A value is read from the database once in 15 seconds. */
const soon = { timeout: 60_000, interval: 500 };

/** A real server with a wearer of a simulated site, which the test can make fail. */
async function world() {
  const parts = new AsyncDisposableStack();
  onTestFinished(() => parts.disposeAsync());
  const site = nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef' });
  let isFailing = false;
  const { url: endpoint, close } = await serve(async (request) =>
    isFailing ? new Response('down', { status: 503 }) : site(request),
  );
  parts.defer(close);
  const { url } = parts.use(await realProcess());
  const { token } = await connectedWearer(url, { endpoint, apiSecret: SECRET });
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  const fail = async () => {
    isFailing = true;
    // The source has just been polled, and allows the next call some seconds later.
    const isPolled = async () => (await send(url + checkNow.path, {}, token)) as { isSuccess: boolean };
    await expect.poll(isPolled, soon).toMatchObject({ isSuccess: true });
  };
  return { metrics, fail };
}

test('[OPS-3] the metrics of a real server say that a reading is fresh, and why it is not when the source fails', async () => {
  const { metrics, fail } = await world();
  const fresh = /^tealight_wearers_by_reading_age_seconds\{source="nightscout",le="360"\} 1$/m;
  await expect.poll(metrics, soon).toMatch(fresh);
  expect(await metrics()).not.toMatch(/^tealight_connection_errors\{/m);
  // The first polls read the history, whose errors are not shown while readings are fresh.
  await expect
    .poll(metrics, soon)
    .toMatch(/^tealight_polls_total\{source="nightscout",outcome="readings"\} [2-9]/m);
  await fail();
  await expect
    .poll(metrics, soon)
    .toMatch(/^tealight_connection_errors\{source="nightscout",code="unreachable"\} 1$/m);
  expect(await metrics()).toMatch(
    /^tealight_polls_total\{source="nightscout",outcome="unreachable"\} [1-9]/m,
  );
  expect(await metrics()).toMatch(/^tealight_connections\{state="error"\} 1$/m);
});

test.skipIf(process.platform !== 'linux')(
  '[OPS-3] the page about operating lists every metric of a real server, and no other',
  async () => {
    const { metrics } = await world();
    const text = await metrics();
    const served = [...text.matchAll(/^# HELP (\w+) (.+)$/gm)];
    const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const section = page.split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? '';
    const listed = [...section.matchAll(/`((?:tealight|nodejs|process)_[a-z\d_]+)`/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(listed)].toSorted()).toEqual(served.map(([, name]) => name).toSorted());
    // What all machines have alike is marked as such, in both places.
    const alike = [...section.matchAll(/^\| `(\w+)` \| installation \|/gm)].map(([, name]) => name);
    const said = served
      .filter(([, , help]) => help?.includes('take the maximum of the nodes'))
      .map(([, name]) => name);
    expect(alike.filter((name) => name !== 'tealight_source_delay_seconds').toSorted()).toEqual(
      said.toSorted(),
    );
    for (const [, name, help] of served.filter(([, name]) => name?.startsWith('tealight_')))
      expect(`${name}: ${help}`).toMatch(/: [A-Z].*[.]$/);
  },
);
