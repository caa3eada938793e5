import type { Change, currentReadings, GlowMessage, ReplyOf } from '@tealight/contract';
import { openDueQueue } from '../due-queue.ts';
import type { Log } from '../log.ts';
import { MINUTE, SECOND } from '../times.ts';
import { openEntries } from './entries.ts';
import { catchUp, type Entry, factsOf, isOld, markOld, type Show, tell } from './entry.ts';
import type { FactStore } from './facts.ts';
import { shownReadings } from './shown-readings.ts';
import type { Told } from './told.ts';

/** Facts are read again after this long even if nobody told of a change: a notice between nodes may get lost. */
const TRUST_MS = 2 * MINUTE;
/** After a store that did not answer. */
const AGAIN_AFTER_MS = 5 * SECOND;

export type GlowParts = {
  store: FactStore;
  changes: {
    listen(heard: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  log: Log;
  now?: () => number;
};

export type Glows = Disposable & {
  /** What the wearer's lamps show now. */
  glowFor(wearerId: number): Promise<GlowMessage>;
  /** The same with its text and how long it holds. */
  toldFor(wearerId: number): Promise<Told>;
  /** The reply of the contract's `currentReadings`. */
  readingsFor(wearerId: number): Promise<ReplyOf<typeof currentReadings>>;
  /** Calls `show` with the present glow, and with each that differs until the returned function is called. */
  watchGlow(wearerId: number, show: Show): () => void;
};

/** How wearers glow: evaluated once a wearer, however many look, and again when facts change or their time is over. */
export function openGlow(parts: GlowParts): Glows {
  const { changes, now = Date.now } = parts;
  const entries = openEntries();
  const current = currentIn(parts.store, now);
  const refresh = refreshing({ ...parts, now, current, plan: (entry, at) => queue.set(entry.wearerId, at) });
  const queue = openDueQueue(now, (wearerId) => {
    const entry = entries.watched(wearerId);
    if (entry !== undefined) void refresh(entry);
  });
  const renew = (entry: Entry, change?: 'readings' | 'range') => {
    markOld(entry, change);
    void refresh(entry);
  };
  const hush = [
    changes.listen((wearerId, change) => {
      if (change !== 'readings' && change !== 'range') return;
      const entry = entries.watched(wearerId);
      if (entry === undefined) entries.forget(wearerId);
      else renew(entry, change);
    }),
    changes.onMissed(() => {
      entries.forgetResting();
      for (const entry of entries.allWatched()) renew(entry);
    }),
  ];
  const toldFor = async (wearerId: number) => tell(await current(entries.of(wearerId)), now());

  return {
    toldFor,
    glowFor: async (wearerId) => (await toldFor(wearerId)).glow,
    readingsFor: async (wearerId) => shownReadings(factsOf(await current(entries.of(wearerId))), now()),
    watchGlow(wearerId, show) {
      const entry = entries.of(wearerId);
      entries.watch(entry);
      const stop = watch(entry, show, refresh);
      return () => {
        stop();
        if (entry.watchers.size > 0 || entries.watched(wearerId) !== entry) return;
        queue.set(wearerId, null);
        entries.rest(entry);
      };
    },
    [Symbol.dispose]() {
      for (const end of hush) end();
      queue[Symbol.dispose]();
    },
  };
}

/** Brings an entry's facts up to date where they are not. Throws when the store does not answer. */
const currentIn =
  (store: FactStore, now: () => number) =>
  async (entry: Entry): Promise<Entry> => {
    if (entry.reading === null && entry.readAt + TRUST_MS <= now()) markOld(entry);
    if (isOld(entry)) await catchUp(entry, store, now);
    return entry;
  };

type Refreshing = Pick<GlowParts, 'log'> & {
  now: () => number;
  current: (entry: Entry) => Promise<Entry>;
  plan: (entry: Entry, at: number) => void;
};

/** Reads, shows, and plans the next look. A store that fails is said once; what was known goes stale meanwhile. */
function refreshing({ log, now, current, plan }: Refreshing) {
  let failing = false;
  /** What cannot be evaluated for one wearer ends nothing for the others: it counts as no reading, and is read again. */
  const tellSafely = (entry: Entry): number | null => {
    try {
      return tell(entry, now()).until;
    } catch (error) {
      log.error({ event: 'glow-not-evaluated', err: error });
      entry.facts = null;
      markOld(entry);
      return tell(entry, now()).until;
    }
  };
  return async (entry: Entry): Promise<void> => {
    try {
      await current(entry);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ event: 'glow-unread', err: error });
      failing = true;
    }
    if (entry.watchers.size === 0) return;
    const until = tellSafely(entry);
    const lookAgain = isOld(entry) ? now() + AGAIN_AFTER_MS : entry.readAt + TRUST_MS;
    plan(entry, Math.min(until ?? lookAgain, lookAgain));
  };
}

/** Adds a watcher, who is shown the present glow as soon as it is known. */
function watch(entry: Entry, show: Show, refresh: (entry: Entry) => Promise<void>): () => void {
  let shown = false;
  const look: Show = (told) => {
    shown = true;
    show(told);
  };
  entry.watchers.add(look);
  void refresh(entry).then(() => {
    if (!shown && entry.watchers.has(look) && entry.told !== null) look(entry.told);
  });
  return () => entry.watchers.delete(look);
}
