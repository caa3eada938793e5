import { encryptionWith } from '../../src/encryption/cipher.ts';
import { openPolling } from '../../src/polling/polling.ts';
import type { PollMemory } from '../../src/polling/state/poll-memory.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/time-units.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newWearer } from '../wearers.ts';
import { everyFive, fakeVendor, NOON, SECRET } from './vendor.ts';

export const encryption = encryptionWith(['an encryption key for tests, long enough']);
const noFetch: typeof fetch = async () => new Response();

type TestClock = { now: number };

/** A node that polls by the clock of the test. `log`: what it has logged. */
export function pollingNode(
  store: Store,
  clock: TestClock,
  source: ReturnType<typeof fakeVendor>['source'],
  more = {},
) {
  const log: { event: string; [detail: string]: unknown }[] = [];
  const write = (entry: { event: string }) => void log.push(entry);
  const polling = openPolling({
    store,
    encryption,
    now: () => clock.now,
    fetchFor: () => noFetch,
    random: () => 0.512345,
    sources: { nightScout: { type: 'nightScout', source }, dexcom: { type: 'dexcom', source } },
    log: { info: write, warn: write, error: write },
    ...more,
  });
  return { polling, log };
}

/** A polling node with one wearer who is not connected yet, the vendor and the clock. */
export async function pollingOfOneWearer(store: Store, options: Parameters<typeof fakeVendor>[1] = {}) {
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, options);
  const { polling, log } = pollingNode(store, clock, source);
  const wearerId = await newWearer(store);
  /** Advances the clock to `until`, polling whenever the wearer's connection is due. */
  const pollUntil = async (until: number) => {
    for (;;) {
      const due = (await store.connections.find(wearerId))?.nextAt ?? Number.POSITIVE_INFINITY;
      if (due > until) break;
      clock.now = Math.max(clock.now, Math.ceil(due));
      await polling.runDuePolls();
    }
    clock.now = Math.max(clock.now, until);
  };
  /** Times of all stored readings, oldest first. */
  const stored = async () => (await store.readings.since(wearerId, 0)).map(({ takenAt }) => takenAt);
  const connect = () => polling.connect(wearerId, 'nightScout', { password: SECRET });
  return { store, clock, vendor, source, polling, log, wearerId, pollUntil, stored, connect };
}

/** A wearer who has been connected for ten minutes, to a vendor with readings of two days to come. */
export async function connectedPolling(store: Store) {
  const setup = await pollingOfOneWearer(store);
  setup.vendor.readings = everyFive(NOON - HOUR, NOON + 2 * DAY);
  await setup.connect();
  await setup.pollUntil(NOON + 10 * MINUTE);
  return { ...setup, events: () => setup.log.map(({ event }) => event) };
}

/** Makes the wearer's connection due at `now`, with `memory` added to what the poller remembers about it. */
export async function makeDue(store: Store, wearerId: number, now: number, memory: Partial<PollMemory> = {}) {
  const connection = await store.connections.find(wearerId);
  if (connection === null || connection.encryptedSession === null) throw new Error('not connected');
  const { revision, encryptedSession, pollMemory } = connection;
  await store.connections.replace(
    {
      ...connection,
      encryptedSession,
      nextAt: now,
      pollMemory: JSON.stringify({ ...JSON.parse(pollMemory ?? '{}'), ...memory }),
    },
    { revision, isSameLogin: true },
    now,
  );
}

/** A connection whose login is a single-use code, so that only its session is stored. */
export async function connectedWithCode() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const sources = { medtronic: { type: 'medtronic' as const, source, isLoginSingleUse: true } };
  const { polling, log } = pollingNode(store, clock, source, { sources });
  const wearerId = await newWearer(store);
  await polling.connect(wearerId, 'medtronic', { password: SECRET });
  return { store, clock, vendor, polling, wearerId, log };
}
