import { defaultLamps } from '@tealight/contract';
import { type FactStore, type Facts, readReadings, readWishes } from './facts.ts';
import { type Told, toldOf } from './told.ts';

/** Someone to be told how a wearer glows. Must not throw. */
export type Show = (told: Told) => void;

/** What is remembered of one wearer. */
export type Entry = {
  readonly wearerId: number;
  readonly watchers: Set<Show>;
  facts: Facts | null;
  told: Told | null;
  /** What `told` was made of. */
  toldFacts: Facts | null;
  /** When (epoch ms) the facts were read. */
  readAt: number;
  /** What has changed in the store since. */
  readonly old: { readings: boolean; wishes: boolean };
  reading: Promise<void> | null;
};

/** A wearer of whom nothing is known; also what remains of one who is gone. */
const nobody: Facts = {
  readings: [],
  range: null,
  flash: { high: false, low: false },
  palette: 'classic',
  lamps: defaultLamps,
  tryingSince: null,
};

export const newEntry = (wearerId: number): Entry => ({
  wearerId,
  watchers: new Set(),
  facts: null,
  told: null,
  toldFacts: null,
  readAt: 0,
  old: { readings: true, wishes: true },
  reading: null,
});

/** Reads what is old. Those who ask meanwhile wait for the same reading, and none is shown what is older than its ask. */
export function catchUp(entry: Entry, store: FactStore, now: () => number): Promise<void> {
  entry.reading ??= readOld(entry, store, now).finally(() => {
    entry.reading = null;
  });
  return entry.reading;
}

async function readOld(entry: Entry, store: FactStore, now: () => number): Promise<void> {
  const { old, wearerId } = entry;
  while (old.readings || old.wishes) {
    const { readings, wishes } = old;
    const readAt = now();
    old.readings = false;
    old.wishes = false;
    try {
      const [newReadings, newWishes] = await Promise.all([
        readings ? readReadings(store, wearerId) : null,
        wishes ? readWishes(store, wearerId) : null,
      ]);
      const gone = wishes && newWishes === null;
      entry.facts = gone ? nobody : { ...(entry.facts ?? nobody), ...newReadings, ...newWishes };
      if (readings && wishes) entry.readAt = readAt;
    } catch (error) {
      old.readings ||= readings;
      old.wishes ||= wishes;
      throw error;
    }
  }
}

/** What the wearer's lamps are told at `at`; evaluated again only when its time is over or the facts are new. */
export function tell(entry: Entry, at: number): Told {
  const { told, toldFacts, facts } = entry;
  if (told !== null && toldFacts === facts && (told.until === null || at < told.until)) return told;
  const now = toldOf(facts ?? nobody, at);
  entry.told = now;
  entry.toldFacts = facts;
  if (told?.text !== now.text) for (const show of entry.watchers) show(now);
  return now;
}

/** What is known of the wearer. */
export const factsOf = ({ facts }: Entry): Facts => facts ?? nobody;

/** Notes that something changed; without a word, that anything may have. */
export function markOld({ old }: Entry, change?: 'readings' | 'range'): void {
  if (change !== 'range') old.readings = true;
  if (change !== 'readings') old.wishes = true;
}

export const isOld = ({ old, reading }: Entry): boolean => old.readings || old.wishes || reading !== null;
