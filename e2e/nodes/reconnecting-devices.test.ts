import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openFeed } from '../../web/src/lamp/feed.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import { balancer } from '../support/balancer.ts';
import type { RealProcess } from '../support/real-process.ts';
import { eventLamp } from '../support/sse-lamp.ts';
import { twoNodes } from '../support/two-nodes.ts';

const LAMPS = 200;
/**
 * All have reconnected by then, also to a node that the balancer takes for dead only after ten seconds. Without heartbeats,
 * a device on a dead connection would wait forever.
 */
const WITHIN_MS = 60_000;

/** A lamp, and the moments (epoch ms) of the glows it got. */
type Lamp = { glows: number[]; close(): void };

/** Two nodes behind a load balancer, and lamps of one wearer: half on WebSockets, half on server-sent events. */
async function shiningLamps() {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const { one, other, code } = left.use(await twoNodes());
  const { url } = left.use(await balancer([one.url, other.url]));
  // Where the lamp page finds its server.
  vi.stubGlobal('location', new URL('/lamp', url));
  const lamps = Array.from({ length: LAMPS }, (_, index): Lamp => {
    const glows: number[] = [];
    const onGlow = () => void glows.push(Date.now());
    const feed =
      index % 2 === 0
        ? openFeed({ code, id: `lamp-${index}`, onGlow, onStateChange: () => {}, onJoined: () => {} })
        : eventLamp({ url, code, id: `lamp-${index}`, glowed: onGlow });
    left.defer(feed.close);
    return { glows, close: feed.close };
  });
  await vi.waitFor(() => expect(lamps.filter(({ glows }) => glows.length > 0)).toHaveLength(LAMPS), 20_000);
  return { one, lamps };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const endings: Readonly<Record<string, (node: RealProcess) => unknown>> = {
  'is killed': (node) => node.kill(),
  'is asked to stop': (node) => node.stop(),
  freezes: (node) => node.freeze(),
};

test.runIf(await postgresAnswers()).each(Object.entries(endings))(
  '[OPS-2] [DEV-2] the lamps of a node that %s reconnect to another, and not all at once',
  async (how, end) => {
    const { one, lamps } = await shiningLamps();
    const at = Date.now();
    onTestFinished(() => one.thaw());
    await end(one);
    // The lamps of the other node got no new glow and missed none.
    const waits = () => lamps.flatMap(({ glows }) => glows.filter((moment) => moment > at).slice(0, 1));
    const back = () =>
      waits()
        .map((moment) => moment - at)
        .sort((a, b) => a - b);
    // One of the other node that was not heard for a moment may have reconnected too.
    await vi.waitFor(() => expect(back().length).toBeGreaterThanOrEqual(LAMPS / 2), WITHIN_MS);
    const [median = 0, most = 0] = [back()[LAMPS / 4], back().at(-1)];
    const p95 = back()[Math.floor((LAMPS / 2) * 0.95)] ?? 0;
    process.stderr.write(
      `A node ${how}: glowing again after ${median} ms (median), ${p95} ms (p95), ${most} ms\n`,
    );
    // If all reconnected at once, they would be within a few ms of each other.
    expect(most - (back()[0] ?? 0)).toBeGreaterThan(500);
  },
);
