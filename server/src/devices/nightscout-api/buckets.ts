import type { Reading, Unit } from '@tealight/glucose';
import { MINUTE } from '../../shared/time-units.ts';
import { sgvRow } from './display-documents.ts';
import { sgvOf } from './entries/entry.ts';

/** Nightscout's: four buckets of five minutes, the newest around the newest reading. Source: its `bgnow` plugin. */
const BUCKETS = 4;
const BUCKET_MS = 5 * MINUTE;
/** The most readings that fit in the buckets, at two a minute, and the one before. */
export const PROPERTIES_COUNT = 2 * BUCKETS * 5 + 1;

/** `buckets` of `/api/v2/properties`. Readings newest first. */
export function bucketsOf(wearerId: number, readings: readonly Reading[], unit: Unit) {
  const [newest] = readings;
  if (newest === undefined) return {};
  const buckets = Array.from({ length: BUCKETS }, (_, index) => {
    const fromMills = newest.takenAt - BUCKET_MS / 2 - index * BUCKET_MS;
    const toMills = fromMills + BUCKET_MS;
    const inside = readings.filter(({ takenAt }) => takenAt >= fromMills && takenAt < toMills);
    const sgvs = inside.map((reading) => sgvRow(wearerId, reading, unit)).reverse();
    const [last] = inside;
    if (last === undefined) return { index, fromMills, toMills, sgvs, isEmpty: true };
    const mean = inside.reduce((sum, reading) => sum + sgvOf(reading), 0) / inside.length;
    return { mean, last: sgvOf(last), mills: last.takenAt, index, fromMills, toMills, sgvs };
  });
  return { buckets };
}
