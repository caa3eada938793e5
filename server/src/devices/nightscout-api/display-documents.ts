import {
  isStale,
  type Range,
  type Reading,
  setpointsOf,
  toMmol,
  trendArrows,
  type Unit,
} from '@tealight/glucose';
import { bucketsOf, nowAndDeltaOf } from './buckets.ts';
import { directionOf, sgvOf, toEntry } from './entries/entry.ts';

/** The Nightscout version with these response shapes; clients check it. */
export const VERSION = '15.0.7';

/** A value in mg/dL as Nightscout writes it. */
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

/** `/pebble`. Readings newest first, at least those of the buckets. As in Nightscout, a change that is not known is 0. */
export function pebbleOf(
  readings: readonly Reading[],
  count: number,
  { unit, now }: { unit: Unit; now: number },
) {
  const { delta } = nowAndDeltaOf(bucketsOf(0, readings, unit), unit);
  const change = delta?.scaled ?? 0;
  const bgs = readings.slice(0, count).map((reading, index) => {
    const { trend, direction } = toEntry(0, reading, null);
    return {
      sgv: scaledText(sgvOf(reading), unit),
      trend,
      direction,
      datetime: reading.takenAt,
      ...(index === 0 && { bgdelta: unit === 'mg/dL' ? change : change.toFixed(1) }),
    };
  });
  return { status: [{ now }], bgs, cals: [] };
}

/** `/api/v2/properties`. Readings newest first. As in Nightscout, old values stay and their direction is removed. */
export function propertiesOf(
  wearerId: number,
  readings: readonly Reading[],
  { unit, now }: { unit: Unit; now: number },
) {
  const [current] = readings;
  if (current === undefined) return { bgnow: {} };
  const buckets = bucketsOf(wearerId, readings, unit);
  return {
    ...nowAndDeltaOf(buckets, unit),
    ...(!isStale(current.takenAt, now) && {
      direction: {
        display: null,
        value: directionOf(current.trend),
        label: trendArrows[current.trend],
        entity: `&#${trendArrows[current.trend].codePointAt(0)};`,
      },
    }),
    buckets,
  };
}
