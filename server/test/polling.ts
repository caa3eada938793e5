import { openPolling } from '../src/poll/polling.ts';
import { sealWith } from '../src/seal/seal.ts';
import type { Store } from '../src/store/store.ts';
import { fakeVendor, NOON, SECRET } from './vendor.ts';
import { newWearer } from './wearers.ts';

export const seal = sealWith(['a key of this test alone, long enough']);
const noFetch: typeof fetch = async () => new Response();

type Clock = { now: number };

/** One node that polls, in a time of its own. What it logs is kept. */
export function pollingNode(
  store: Store,
  clock: Clock,
  source: ReturnType<typeof fakeVendor>['source'],
  more = {},
) {
  const log: { event: string; [detail: string]: unknown }[] = [];
  const say = (line: { event: string }) => void log.push(line);
  const polling = openPolling({
    ...{ store, seal, now: () => clock.now, fetchFor: () => noFetch, chance: () => 0.512345 },
    sources: { nightScout: { type: 'nightScout', source }, dexcom: { type: 'dexcom', source } },
    log: { info: say, warn: say, error: say },
    ...more,
  });
  return { polling, log };
}

/** A wearer who is about to connect, the vendor, and the time. */
export async function desk(store: Store, options: Parameters<typeof fakeVendor>[1] = {}) {
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, options);
  const { polling, log } = pollingNode(store, clock, source);
  const wearerId = await newWearer(store);
  /** Lives through the time until `until`, asking whenever the wearer's connection is due. */
  const live = async (until: number) => {
    for (;;) {
      const due = (await store.connections.find(wearerId))?.nextAt ?? Number.POSITIVE_INFINITY;
      if (due > until) break;
      clock.now = Math.max(clock.now, Math.ceil(due));
      await polling.turn();
    }
    clock.now = Math.max(clock.now, until);
  };
  const stored = async () => (await store.readings.since(wearerId, 0)).map(({ takenAt }) => takenAt);
  const connect = () => polling.connect(wearerId, 'nightScout', { password: SECRET });
  return { store, clock, vendor, source, polling, log, wearerId, live, stored, connect };
}
