import { type Reading, toMmol, type Unit } from '@tealight/glucose';
import { MINUTE } from '../../shared/time-units.ts';
import { DEVICE, sgvOf, toEntry } from './entries/entry.ts';

// As Nightscout's `bgnow` plugin, version 15, calculates them.

/** Four buckets of five minutes, the newest around the newest reading. */
const BUCKETS = 4;
const BUCKET_MS = 5 * MINUTE;
/** The most readings that fit in the buckets, at two a minute, and the one before. */
export const PROPERTIES_COUNT = 2 * BUCKETS * 5 + 1;
/** A change over a longer time is scaled to five minutes. */
const INTERPOLATED_FROM_MINUTES = 9;

/** Readings of five minutes: the mean, the last of them, and all. */
type Values = { mean: number; last: number; mills: number; sgvs: ReturnType<typeof sgvRow>[] };
type Place = { index: number; fromMills: number; toMills: number };
export type Bucket = Place & (Values | { isEmpty: true; sgvs: Values['sgvs'] });

/** The buckets, the newest first. Readings newest first; without any, there are no buckets. */
export function bucketsOf(wearerId: number, readings: readonly Reading[], unit: Unit): Bucket[] {
  const [newest] = readings;
  if (newest === undefined) return [];
  return Array.from({ length: BUCKETS }, (_, index) => {
    const fromMills = newest.takenAt - BUCKET_MS / 2 - index * BUCKET_MS;
    const toMills = fromMills + BUCKET_MS;
    const inside = readings.filter(({ takenAt }) => takenAt >= fromMills && takenAt < toMills);
    const sgvs = inside.map((reading) => sgvRow(wearerId, reading, unit)).reverse();
    const [last] = inside;
    if (last === undefined) return { index, fromMills, toMills, sgvs, isEmpty: true };
    const mean = inside.reduce((sum, reading) => sum + sgvOf(reading), 0) / inside.length;
    return { mean, last: sgvOf(last), mills: last.takenAt, index, fromMills, toMills, sgvs };
  });
}

/** `bgnow`: the newest bucket; and `delta`, its change from the one before that has readings, absent without one. */
export function nowAndDeltaOf(buckets: readonly Bucket[], unit: Unit) {
  const [recent, previous] = buckets.flatMap((bucket) => ('mean' in bucket ? [valuesOf(bucket)] : []));
  return {
    bgnow: recent ?? {},
    ...(recent && previous && { delta: deltaBetween(recent, previous, unit) }),
  };
}

const valuesOf = ({ mean, last, mills, sgvs }: Values): Values => ({ mean, last, mills, sgvs });

function deltaBetween(recent: Values, previous: Values, unit: Unit) {
  const absolute = recent.mean - previous.mean;
  const elapsedMins = (recent.mills - previous.mills) / MINUTE;
  const interpolated = elapsedMins > INTERPOLATED_FROM_MINUTES;
  const mean5MinsAgo = recent.mean - (interpolated ? (absolute / elapsedMins) * 5 : absolute);
  const mgdl = Math.round(recent.mean - mean5MinsAgo);
  const mmol = Math.round((toMmol(recent.mean) - toMmol(mean5MinsAgo)) * 10) / 10;
  const shown = unit === 'mg/dL' ? String(mgdl) : mmol.toFixed(1);
  return {
    absolute,
    elapsedMins,
    interpolated,
    mean5MinsAgo,
    times: { recent: recent.mills, previous: previous.mills },
    mgdl,
    scaled: unit === 'mg/dL' ? mgdl : mmol,
    display: mgdl >= 0 && !shown.startsWith('-') ? `+${shown}` : shown,
    previous,
  };
}

/** A value in mg/dL as Nightscout scales it: whole mg/dL, or mmol/L with one decimal. */
const scaled = (mgdl: number, unit: Unit): number => (unit === 'mg/dL' ? Math.round(mgdl) : toMmol(mgdl));

/** A reading in the shape of Nightscout's plugins. */
function sgvRow(wearerId: number, reading: Reading, unit: Unit) {
  const { _id, direction, type } = toEntry(wearerId, reading, null);
  const sgv = sgvOf(reading);
  return {
    _id,
    mgdl: sgv,
    mills: reading.takenAt,
    device: DEVICE,
    direction,
    type,
    scaled: scaled(sgv, unit),
  };
}
