import type { currentReadings, ReplyOf, ShownReading } from '@tealight/contract';
import {
  colorOf,
  deltaOf,
  glucoseIn,
  isStale,
  NO_DATA_COLOR,
  type Reading,
  setpointsOf,
  type Unit,
  zoneOf,
} from '@tealight/glucose';
import { pastReadings, type WearerFacts } from './wearer-facts.ts';

/** The current and the previous reading for the web app, by default in the unit of the wearer's range. A stale current one is white, like the lamps. */
export function shownReadings(
  facts: WearerFacts,
  now: number,
  unit: Unit = facts.range?.unit ?? 'mg/dL',
): ReplyOf<typeof currentReadings> {
  const [current, previous, before] = pastReadings(facts, now);
  const showOrNull = (reading: Reading | undefined, earlier: Reading | undefined) =>
    reading === undefined ? null : show(facts, { reading, earlier: earlier ?? null, now, unit });
  const currentCgmReading = showOrNull(current, previous);
  return {
    data: {
      unit,
      currentCgmReading:
        currentCgmReading?.stale === true
          ? { ...currentCgmReading, color: NO_DATA_COLOR }
          : currentCgmReading,
      previousCgmReading: showOrNull(previous, before),
    },
  };
}

function show(
  { range, palette }: WearerFacts,
  { reading, earlier, now, unit }: { reading: Reading; earlier: Reading | null; now: number; unit: Unit },
): ShownReading {
  const setpoints = range && setpointsOf(range);
  const delta = deltaOf(reading, earlier);
  return {
    value: glucoseIn(reading.mgdl, unit),
    time: new Date(reading.takenAt).toISOString(),
    color: colorOf(reading.mgdl, setpoints, palette),
    trend: reading.trend,
    delta: delta === null ? null : glucoseIn(delta, unit),
    zone: setpoints && zoneOf(reading.mgdl, setpoints),
    stale: isStale(reading.takenAt, now),
  };
}
