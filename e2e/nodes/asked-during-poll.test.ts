import { currentReadings, type ReplyOf } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo, send } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { type Handler, serve } from '../../simulators/serve.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import { ask as askForPoll } from '../support/alarm-site.ts';
import { twoNodes } from '../support/two-nodes.ts';

const SECRET = 'the-secret-of-a-site';

/** A site whose next answer stays on its way, once it is made, until it is let go. */
async function siteThatHolds() {
  const site = nightscoutSite({
    secret: SECRET,
    token: 'reader-0123456789abcdef',
    scenario: 'empty',
  });
  let held: { made: () => void; released: Promise<void> } | null = null;
  const handler: Handler = async (request) => {
    const answer = await site(request);
    if (held === null || new URL(request.url).pathname.startsWith('/__simulator/')) return answer;
    const { made, released } = held;
    made();
    await released;
    return answer;
  };
  const { url, close } = await serve(handler);
  onTestFinished(close);
  return {
    url,
    measures: (sgv: number, secondsAgo: number) =>
      send(`${url}/__simulator/reading`, { sgv, date: Date.now() - secondsAgo * 1000 }),
    hold() {
      const [made, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { made: made.resolve, released: released.promise };
      return {
        made: made.promise,
        letGo() {
          held = null;
          released.resolve();
        },
      };
    },
  };
}

test.runIf(await postgresAnswers())(
  '[SRC-3] [OPS-2] who asks, at whichever node, while a poll’s answer is on its way has the newer reading after the source’s shortest pause, not after minutes',
  async () => {
    await using nodes = await twoNodes();
    const { one, other, ada } = nodes;
    const site = await siteThatHolds();
    await connectTo(one.url, ada, { endpoint: site.url, apiSecret: SECRET });
    const value = async () => {
      const headers = { authorization: `Bearer ${ada.token}` };
      const answer = await fetch(other.url + currentReadings.path, { headers });
      return ((await answer.json()) as ReplyOf<typeof currentReadings>).data.currentCgmReading?.value;
    };
    // The history is read first.
    await vi.waitFor(
      async () =>
        expect(await nodes.ask('select backfill_at from connections')).toEqual([{ backfill_at: null }]),
      { timeout: 60_000, interval: 200 },
    );
    // Less than half a minute apart they would count as one.
    for (const [mgdl, secondsAgo, node] of [
      [52, 60, other],
      [61, 0, one],
    ] as const) {
      const answer = site.hold();
      await vi.waitFor(async () => {
        await askForPoll(one.url, ada);
        await Promise.race([
          answer.made,
          new Promise((_, reject) => setTimeout(reject, 2000, new Error('no poll yet'))),
        ]);
      }, 30_000);
      await site.measures(mgdl, secondsAgo);
      // Pressed twice at once.
      await Promise.all([askForPoll(node.url, ada), askForPoll(node.url, ada)]);
      answer.letGo();
      await vi.waitFor(async () => expect(await value()).toBe(mgdl), { timeout: 40_000, interval: 200 });
    }
  },
  240_000,
);
