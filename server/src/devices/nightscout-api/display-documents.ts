import {
  deltaOf,
  isStale,
  type Range,
  type Reading,
  setpointsOf,
  toMmol,
  trendArrows,
  type Unit,
} from '@tealight/glucose';
import { MINUTE } from '../../shared/time-units.ts';
import { DEVICE, directionOf, sgvOf, toEntry } from './entries/entry.ts';

/** The Nightscout version with these response shapes; clients check it. */
export const VERSION = '15.0.7';

/** A change or value in mg/dL as Nightscout scales it: whole mg/dL, or mmol/L with one decimal. */
const scaled = (mgdl: number, unit: Unit): number => (unit === 'mg/dL' ? Math.round(mgdl) : toMmol(mgdl));
const scaledText = (mgdl: number, unit: Unit): string =>
  unit === 'mg/dL' ? String(Math.round(mgdl)) : toMmol(mgdl).toFixed(1);

/** `status.json`: units and setpoints as Nightscout names them. */
export function statusOf(range: Range | null, now: number, authorized: object | null) {
  const { highMgdl, lowMgdl } = range === null ? { highMgdl: 180, lowMgdl: 70 } : setpointsOf(range);
  return {
    status: 'ok',
    name: 'tealight',
    version: VERSION,
    serverTime: new Date(now).toISOString(),
    serverTimeEpoch: now,
    apiEnabled: true,
    careportalEnabled: false,
    boluscalcEnabled: false,
    settings: {
      units: range?.unit === 'mmol/L' ? 'mmol' : 'mg/dl',
      timeFormat: 24,
      customTitle: 'Tealight',
      language: 'en',
      authDefaultRoles: 'denied',
      // Urgent limits are those of the 2019 consensus, or just beyond the wearer's own setpoints if these reach further.
      thresholds: {
        bgHigh: Math.max(250, highMgdl + 1),
        bgTargetTop: highMgdl,
        bgTargetBottom: lowMgdl,
        bgLow: Math.min(54, lowMgdl - 1),
      },
      enable: ['delta', 'direction', 'timeago'],
    },
    extendedSettings: {},
    authorized,
    runtimeState: 'loaded',
  };
}

/** `/pebble`. Readings newest first; when there are more than requested, the last one only serves to compute the change. */
export function pebbleOf(
  readings: readonly Reading[],
  count: number,
  { unit, now }: { unit: Unit; now: number },
) {
  const bgs = readings.slice(0, count).map((reading, index) => {
    const { trend, direction } = toEntry(0, reading, null);
    const delta = deltaOf(reading, readings[index + 1] ?? null);
    return {
      sgv: scaledText(sgvOf(reading), unit),
      trend,
      direction,
      datetime: reading.takenAt,
      ...(index === 0 && delta !== null && { bgdelta: unit === 'mg/dL' ? delta : scaledText(delta, unit) }),
    };
  });
  return { status: [{ now }], bgs, cals: [] };
}

/** `/api/v2/properties`. As in Nightscout, old values stay and their direction is removed. */
export function propertiesOf(
  wearerId: number,
  [current, previous]: readonly Reading[],
  { unit, now }: { unit: Unit; now: number },
) {
  if (current === undefined) return { bgnow: {} };
  const delta = deltaOf(current, previous ?? null);
  return {
    bgnow: bucketOf(wearerId, current, unit),
    ...(delta !== null &&
      previous !== undefined && { delta: changeOf(delta, { wearerId, current, previous, unit }) }),
    ...(!isStale(current.takenAt, now) && {
      direction: {
        display: null,
        value: directionOf(current.trend),
        label: trendArrows[current.trend],
        entity: `&#${trendArrows[current.trend].codePointAt(0)};`,
      },
    }),
  };
}

/** A reading in the shape of Nightscout's plugins. */
export function sgvRow(wearerId: number, reading: Reading, unit: Unit) {
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

function bucketOf(wearerId: number, reading: Reading, unit: Unit) {
  const sgv = sgvOf(reading);
  return { mean: sgv, last: sgv, mills: reading.takenAt, sgvs: [sgvRow(wearerId, reading, unit)] };
}

type Change = { wearerId: number; current: Reading; previous: Reading; unit: Unit };

function changeOf(delta: number, { wearerId, current, previous, unit }: Change) {
  const shown = scaledText(delta, unit);
  return {
    absolute: delta,
    elapsedMins: (current.takenAt - previous.takenAt) / MINUTE,
    interpolated: false,
    mean5MinsAgo: sgvOf(previous),
    times: { recent: current.takenAt, previous: previous.takenAt },
    mgdl: delta,
    scaled: scaled(delta, unit),
    display: delta >= 0 ? `+${shown}` : shown,
    previous: bucketOf(wearerId, previous, unit),
  };
}
