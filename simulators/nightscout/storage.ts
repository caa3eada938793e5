import { lateness, type Sample, type SimulatedDay, samples } from '../day.ts';
import { directionOf, type Entry, entryOf, type Filter, fits, spanOf } from './entries.ts';

/** The content of a site: a wearer's readings, their delay, the number of uploaders, and errors. */
export type Contents = {
  life: SimulatedDay;
  lateMs: readonly [number, number];
  /** Epoch ms after which there are no readings. */
  silentAfter: number;
  twoUploaders: boolean;
  odd: boolean;
  /** Entries of some uploaders: without a type, or with one in capitals. */
  untyped: boolean;
  /** Every tenth entry was deleted through API v3, which only marks it. */
  deleted: boolean;
  added: readonly Entry[];
};

const DAY_MS = 24 * 60 * 60_000;
const FIVE_MINUTES_MS = 5 * 60_000;
const HISTORY_MS = 90 * DAY_MS;

type Ask = { filters: readonly Filter[]; count: number; now: number };

/** The newest `count` entries that match, newest first; days are simulated only as far back as needed. */
export function entriesOf(contents: Contents, ask: Ask): Entry[] {
  const { found, earliest, latest, fitting } = prepared(contents, ask);
  for (let end = latest; end > earliest && found.length < ask.count; end -= DAY_MS) {
    found.push(
      ...fitting(lived(contents, { from: Math.max(earliest, end - DAY_MS), to: end, now: ask.now })),
    );
  }
  return found.sort((a, b) => b.date - a.date).slice(0, ask.count);
}

/** The oldest `count` entries that match, oldest first. */
export function oldestOf(contents: Contents, ask: Ask): Entry[] {
  const { found, earliest, latest, fitting } = prepared(contents, ask);
  let living = 0;
  for (let from = earliest; from < latest && living < ask.count; from += DAY_MS) {
    const day = fitting(lived(contents, { from, to: Math.min(latest, from + DAY_MS), now: ask.now }));
    living += day.length;
    found.push(...day);
  }
  return found.sort((a, b) => a.date - b.date).slice(0, ask.count);
}

function prepared(contents: Contents, { filters, now }: Ask) {
  const { from, to } = spanOf(filters, now);
  const earliest = Math.max(from, now - HISTORY_MS);
  const fitting = (entries: readonly Entry[]) =>
    entries.filter((entry) => filters.every((filter) => fits(entry, filter)));
  const found = fitting(contents.added.filter(({ date }) => date > earliest && (date <= to || to === now)));
  return { found, earliest, latest: Math.min(to, now), fitting };
}

function lived(contents: Contents, span: { from: number; to: number; now: number }): Entry[] {
  const { life, lateMs, silentAfter, twoUploaders, odd } = contents;
  const shown = samples(span.from, span.to, life).filter(
    ({ takenAt }) => takenAt <= silentAfter && takenAt + lateness(takenAt, life.seed, lateMs) <= span.now,
  );
  const entries = shown.flatMap((sample) =>
    twoUploaders ? [fromSensor(sample), fromBridge(sample)] : [fromSensor(sample)],
  );
  return (odd ? entries.map(spoiled) : entries).map((entry) => asUploaded(entry, contents));
}

function asUploaded(entry: Entry, { untyped, deleted }: Contents): Entry {
  const number = Math.floor(entry.date / FIVE_MINUTES_MS);
  const { type, ...rest } = entry;
  const typed = [rest, { ...rest, type: 'SGV' }, { ...rest, type }][number % 3] as Entry;
  return {
    ...(untyped ? typed : entry),
    ...(deleted && number % 10 === 0 && { isValid: false }),
  } as Entry;
}

function fromSensor({ takenAt, mgdl, perMinute }: Sample): Entry {
  // A Dexcom shows 39 for LOW and 401 for HIGH.
  const sgv = mgdl < 40 ? 39 : mgdl > 400 ? 401 : mgdl;
  return entryOf(takenAt, sgv, { direction: directionOf(perMinute) });
}

function fromBridge(sample: Sample): Entry {
  const { date, sgv, direction } = fromSensor(sample);
  return entryOf(date + 7000 + (date % 5000), sgv, {
    direction: String(direction),
    device: 'simulated-bridge',
  });
}

/** Every fifth reading has one of the errors observed at real sites. */
function spoiled(entry: Entry, index: number): Entry {
  const ways: Record<number, object> = {
    0: { sgv: 5, direction: 'NOT COMPUTABLE', noise: 4 },
    5: { sgv: String(entry.sgv) },
    10: { date: entry.date + 0.25 },
    15: { sgv: null },
    20: { direction: undefined },
    25: { date: entry.date + 2 * 60 * 60_000 },
    30: { type: 'mbg', mbg: entry.sgv },
  };
  return { ...entry, ...ways[index % 35] };
}
