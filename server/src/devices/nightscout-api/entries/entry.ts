import { createHash } from 'node:crypto';
import { deltaOf, type Reading, type Trend } from '@tealight/glucose';

/** Nightscout's names for trends, with their integer equivalents. Source: its `direction` plugin and the Dexcom arrows. */
const directions: Readonly<Record<Trend, readonly [direction: string, trend: number]>> = {
  'rising-fast': ['DoubleUp', 1],
  rising: ['SingleUp', 2],
  'rising-slowly': ['FortyFiveUp', 3],
  steady: ['Flat', 4],
  'falling-slowly': ['FortyFiveDown', 5],
  falling: ['SingleDown', 6],
  'falling-fast': ['DoubleDown', 7],
  unknown: ['NONE', 0],
};

/** Smaller values are error codes to Nightscout's clients; 39 itself means LOW. */
const LOWEST_SGV = 39;
/** The origin of the readings, in the field in which clients expect the uploader. */
export const DEVICE = 'tealight';

/** A reading in Nightscout's shape. `sgv` and `delta` in mg/dL, `date` and `mills` in epoch ms. */
export type Entry = ReturnType<typeof toEntry>;

export const directionOf = (trend: Trend): string => directions[trend][0];
export const sgvOf = ({ mgdl }: Reading): number => Math.max(LOWEST_SGV, mgdl);

/** `previous` is the reading before, for the change; null leaves the change out. */
export const toEntry = (wearerId: number, reading: Reading, previous: Reading | null) =>
  entryWith(idHead(wearerId), reading, previous);

function entryWith(head: string, reading: Reading, previous: Reading | null) {
  const { takenAt } = reading;
  const [direction, trend] = directions[reading.trend];
  const dateString = new Date(takenAt).toISOString();
  const delta = deltaOf(reading, previous);
  return {
    _id: head + takenAt.toString(16).padStart(12, '0'),
    type: 'sgv',
    sgv: sgvOf(reading),
    date: takenAt,
    dateString,
    direction,
    trend,
    ...(delta !== null && { delta }),
    device: DEVICE,
    noise: 1,
    filtered: 0,
    unfiltered: 0,
    rssi: 100,
    utcOffset: 0,
    sysTime: dateString,
    mills: takenAt,
  };
}

/** Entries of readings, newest first; the last reading only serves to compute the change of the one before it. */
export function toEntries(wearerId: number, readings: readonly Reading[], count: number): Entry[] {
  const head = idHead(wearerId);
  return readings
    .slice(0, count)
    .map((reading, index) => entryWith(head, reading, readings[index + 1] ?? null));
}

/** The moment (epoch ms) of the wearer's reading with this id; null for one that is not theirs. */
export function momentOf(wearerId: number, id: string): number | null {
  return id.slice(0, 12) === idHead(wearerId) ? Number.parseInt(id.slice(12), 16) : null;
}

/** An id has 24 hexadecimal digits and is the same for the same reading: half of it the wearer, half the time. */
const idHead = (wearerId: number): string =>
  createHash('sha256').update(`entry ${wearerId}`).digest('hex').slice(0, 12);
