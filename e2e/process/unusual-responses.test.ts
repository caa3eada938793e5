import { cgmConnection } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { type Handler, serve } from '../../simulators/serve.ts';
import { realProcess } from '../support/real-process.ts';

const SECRET = 'a secret of the site';
/** The interval of the sensor, and so of its polls. */
const EVERY_MS = 30_000;
/** A poll with an unexpected answer is repeated after about five seconds; the rest allows for the sensor's interval and a slow machine. */
const ASKED_AGAIN_WITHIN_MS = 90_000;

const html = { 'content-type': 'text/html' };
/** What the host in front of a site answers while it deploys, wakes up or blocks traffic. */
const oddAnswers: Readonly<Record<string, () => Response>> = {
  'a 404': () => new Response('Not found', { status: 404 }),
  'a 410': () => new Response(null, { status: 410 }),
  'a 400': () => new Response('Bad request', { status: 400 }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: 'https://host.invalid/' } }),
  'a page with 200': () => new Response('<html>Building your app</html>', { headers: html }),
  'a 401 without JSON': () => new Response('Unauthorized', { status: 401 }),
  'a page with 403': () => new Response('<html>Checking your browser</html>', { status: 403, headers: html }),
  'one 401 with JSON': () => Response.json({ status: 401, message: 'Unauthorized' }, { status: 401 }),
  'half an answer': () => new Response('[{"_id":"68eb', { headers: { 'content-type': 'application/json' } }),
  'an empty 200': () => new Response(''),
};

/** A site whose host gives an unexpected answer to one call for entries, when the test asks for it. */
async function siteWith(odd: () => Response) {
  const site = nightscoutSite({
    secret: SECRET,
    token: 'reader-0123456789abcdef',
    life: { seed: 3, everyMs: EVERY_MS },
  });
  let asked = Promise.withResolvers<void>();
  let isOdd = false;
  let wasOdd = false;
  const handler: Handler = async (request) => {
    if (!new URL(request.url).pathname.includes('/entries')) return site(request);
    if (isOdd) {
      [isOdd, wasOdd] = [false, true];
      return odd();
    }
    if (wasOdd) asked.resolve();
    return site(request);
  };
  const { url, close } = await serve(handler);
  onTestFinished(close);
  return {
    url,
    /** Gives one unexpected answer; resolves when the next call arrives. */
    oddOnce(): Promise<void> {
      asked = Promise.withResolvers();
      isOdd = true;
      return asked.promise;
    },
  };
}

const until = async (look: () => Promise<boolean>): Promise<void> => {
  while (!(await look())) await new Promise((resume) => setTimeout(resume, 200));
};

test('[SRC-3] a site that has sent readings is polled again after any single unexpected answer', async () => {
  await using tealight = await realProcess();
  const connected = await Promise.all(
    Object.entries(oddAnswers).map(async ([name, odd]) => {
      const site = await siteWith(odd);
      const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: SECRET });
      const headers = { authorization: `Bearer ${wearer.token}` };
      const state = async () => {
        const answer = await fetch(tealight.url + cgmConnection.path, { headers });
        return ((await answer.json()) as { state: string }).state;
      };
      await until(async () => (await state()) === 'fine');
      return { name, site, state };
    }),
  );
  const late = AbortSignal.timeout(ASKED_AGAIN_WITHIN_MS);
  const neverAgain = new Set(connected.map(({ name }) => name));
  const all = connected.map(async ({ name, site, state }) => {
    await site.oddOnce();
    await until(async () => late.aborted || (await state()) === 'fine');
    neverAgain.delete(name);
  });
  await Promise.race([
    Promise.all(all),
    new Promise((resolve) => late.addEventListener('abort', resolve, { once: true })),
  ]);
  expect([...neverAgain]).toEqual([]);
});
