import type { Reading } from '@tealight/glucose';

/** A reading and who uploaded it. */
export type Row = Reading & { device: string };

/** Two uploaders of one five-minute sensor are seconds to minutes apart; its own readings never this near. */
export const SLOT_MS = 4.5 * 60_000;
/** One uploader does not repeat itself faster than the fastest feed (a reading a minute) gives new readings. */
const ECHO_MS = 30_000;
/** Each uploader is compared with all before it; those beyond count as one, the least. Own choice. */
const MOST_DEVICES = 20;

/**
 * One reading of each, where several uploaders of the same sensor told it. An uploader's own readings are all
 * kept, so a feed of one a minute stays whole; another uploader's only fill its gaps. The one in use, which is
 * the one that told of the reading at `since`, goes before the one with the most readings.
 * Oldest first.
 */
export function withoutTwins(rows: readonly Row[], since: number): Row[] {
  const inUse = rows.find(({ takenAt }) => takenAt === since)?.device;
  const rank = (device: string, count: number) => (device === inUse ? Number.POSITIVE_INFINITY : count);
  const byDevice = [...Map.groupBy(rows, ({ device }) => device)];
  byDevice.sort(([a, ofA], [b, ofB]) => rank(b, ofB.length) - rank(a, ofA.length) || (a < b ? -1 : 1));
  const lists = byDevice.slice(0, MOST_DEVICES).map(([, own]) => own);
  const others = byDevice.slice(MOST_DEVICES).flatMap(([, own]) => own);
  return [...lists, others].reduce<Row[]>((kept, own) => joined(kept, withoutEchoes(own)), []);
}

function withoutEchoes(own: readonly Row[]): Row[] {
  const kept: Row[] = [];
  for (const row of own.toSorted((a, b) => a.takenAt - b.takenAt)) {
    const last = kept.at(-1);
    if (last === undefined || row.takenAt - last.takenAt >= ECHO_MS) kept.push(row);
  }
  return kept;
}

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
