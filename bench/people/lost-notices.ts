import { setTimeout as pause } from 'node:timers/promises';
import { twoNodes } from '../../e2e/support/two-nodes.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { atMost, median, type Result } from '../support/result.ts';
import { follow, ownWearerOf } from './follower.ts';
import { openViewers, type Viewer } from './viewers.ts';

/** As many as may follow a wearer (PPL-8). */
const FOLLOWERS = 20;
/** Between one follower and the next, so that their regular checks do not coincide. */
const STAGGER_MS = 300;
/** PPL-24: when a notice got lost, in seconds. */
const MAX_S = 20;
/** The stream of an account goes on: it tells nothing more of that wearer from the next check on. */
const ending = [
  'stream of the wearer',
  'WebSocket lamp',
  'MQTT lamp',
  'polling lamp',
] as const satisfies readonly Viewer[];

/** The end of follows in the database without any notice, as if each notice were lost. */
export async function lostNotices(): Promise<Result[]> {
  const tokens: string[] = [];
  await using nodes = await twoNodes({
    alone: async (only) => {
      for (let index = 0; index < FOLLOWERS; index += 1) tokens.push((await wearerOf(only.url)).token);
    },
  });
  const { one, other, ada, ask: query } = nodes;
  const owner = { url: one.url, token: ada.token };
  const wearer = await ownWearerOf(owner);
  const opened: Awaited<ReturnType<typeof openViewers>>[] = [];
  for (const [index, token] of tokens.entries()) {
    const follower = { url: other.url, token, wearer };
    const code = await follow(owner, follower);
    opened.push(await openViewers({ ...follower, mqttPort: other.mqttPort, code, id: `follower-${index}` }));
    await pause(STAGGER_MS);
  }
  await query('delete from follows');
  const endedAt = performance.now();
  const results: Result[] = [];
  for (const viewer of ending) {
    const times = await Promise.all(opened.map(async ({ ends }) => ((await ends[viewer]) - endedAt) / 1000));
    results.push(
      atMost(
        `notices lost: ${viewer}, slowest of ${FOLLOWERS}, median ${median(times).toFixed(1)} s`,
        Math.max(...times),
        {
          most: MAX_S,
          unit: 's',
        },
      ),
    );
  }
  for (const { close } of opened) close();
  return results;
}
