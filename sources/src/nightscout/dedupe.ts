import { MINUTE_MS, type Reading } from '@tealight/glucose';

/** A reading and who uploaded it. */
export type Row = Reading & { device: string };

/** Two uploaders of one five-minute sensor are seconds to minutes apart; the sensor's own readings are further apart. */
export const SLOT_MS = 4.5 * MINUTE_MS;
/** Entries of one uploader this close repeat a reading: the fastest sensors give one a minute. */
const DUPLICATE_WITHIN_MS = 30_000;
/** Each uploader is compared with all before it; those beyond count as one, the last. Own choice. */
const MAX_DEVICES = 20;

/**
 * Each reading once, where several uploaders sent it. All readings of one uploader stay, so a sensor with a reading a
 * minute stays complete; those of the others only fill its gaps. The uploader of the newest reading
 * at one of `knownTimes`, or of the one at `since`, goes first, then the one with the most readings. Oldest first.
 *
 * Edges   where the uploader changes, what the new one sent beside readings that are stored from the old one is left out.
 */
export function dedupe(rows: readonly Row[], since: number, knownTimes: readonly number[] = []): Row[] {
  const deviceAt = new Map(rows.map(({ takenAt, device }) => [takenAt, device]));
  const inUse = deviceAt.get(knownTimes.findLast((time) => deviceAt.has(time)) ?? since);
  const rank = (device: string, count: number) => (device === inUse ? Number.POSITIVE_INFINITY : count);
  const byDevice = [...Map.groupBy(rows, ({ device }) => device)];
  byDevice.sort(([a, ofA], [b, ofB]) => rank(b, ofB.length) - rank(a, ofA.length) || (a < b ? -1 : 1));
  const lists = byDevice.slice(0, MAX_DEVICES).map(([, own]) => own);
  const others = byDevice.slice(MAX_DEVICES).flatMap(([, own]) => own);
  const given = [...lists, others].map((own) => withoutStored(withoutRepeats(own), knownTimes));
  return given.reduce<Row[]>((kept, own) => joined(kept, own), []);
}

function withoutRepeats(own: readonly Row[]): Row[] {
  const kept: Row[] = [];
  for (const row of own.toSorted((a, b) => a.takenAt - b.takenAt)) {
    const last = kept.at(-1);
    if (last === undefined || row.takenAt - last.takenAt >= DUPLICATE_WITHIN_MS) kept.push(row);
  }
  return kept;
}

/** Without what is less than a slot from a stored reading of another uploader. What is newer than all of them stays. */
function withoutStored(own: readonly Row[], knownTimes: readonly number[]): Row[] {
  const newest = knownTimes.at(-1) ?? Number.NEGATIVE_INFINITY;
  const isOwn = (time: number) => own.some(({ takenAt }) => isNear(takenAt, time, DUPLICATE_WITHIN_MS));
  const ofOthers = knownTimes.filter((time) => !isOwn(time));
  return own.filter(
    ({ takenAt }) => takenAt > newest || !ofOthers.some((time) => isNear(takenAt, time, SLOT_MS)),
  );
}

const isNear = (one: number, other: number, ms: number): boolean => Math.abs(one - other) < ms;

/** Both lists are oldest first; of `more` only what is a slot away from everything in `kept`. */
function joined(kept: readonly Row[], more: readonly Row[]): Row[] {
  let next = 0;
  const filling = more.filter(({ takenAt }) => {
    while ((kept[next]?.takenAt ?? Number.POSITIVE_INFINITY) < takenAt) next += 1;
    const before = kept[next - 1]?.takenAt ?? Number.NEGATIVE_INFINITY;
    const after = kept[next]?.takenAt ?? Number.POSITIVE_INFINITY;
    return takenAt - before >= SLOT_MS && after - takenAt >= SLOT_MS;
  });
  return filling.length === 0 ? [...kept] : [...kept, ...filling].sort((a, b) => a.takenAt - b.takenAt);
}
