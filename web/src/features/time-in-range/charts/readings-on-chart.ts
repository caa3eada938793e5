import { glucoseIn, readingWithUnit, type Unit, zoneOf } from '@tealight/glucose';
import { readingText as words } from '../../../text/reading.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { clockOf } from '../text.ts';
import type { ChartData } from './chart-drawing.ts';

/** One reading of a chart; `index`: its position in the columns. */
export type ChartReading = { index: number; takenAt: number; mgdl: number };

/** The readings of a chart without the nulls that mark gaps. */
export function readingsOn({ takenAt, mgdl }: ChartData): ChartReading[] {
  return takenAt.flatMap((at, index) => {
    const value = mgdl[index];
    return value == null ? [] : [{ index, takenAt: at, mgdl: value }];
  });
}

/** The index of the reading nearest to a time; null without readings. */
export function nearestTo(readings: readonly ChartReading[], at: number): number | null {
  let nearest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  readings.forEach(({ takenAt }, place) => {
    const away = Math.abs(takenAt - at);
    if (away < least) [nearest, least] = [place, away];
  });
  return nearest;
}

/** A reading's value and, where there are setpoints, its zone in words. */
export function readingText(
  { mgdl, takenAt }: ChartReading,
  { setpoints }: ChartData,
  { unit, zone }: { unit: Unit; zone?: string | undefined },
): { value: string; time: string; zone: string | null } {
  return {
    value: readingWithUnit(glucoseIn(mgdl, unit), unit),
    time: clockOf(takenAt, zone),
    zone: setpoints && words.zone[zoneOf(mgdl, setpoints)].toLowerCase(),
  };
}

/** The readings as rows of a table. Newest first: that is what somebody who reads wants to know. */
export const chartRows = (
  chart: ChartData,
  look: { unit: Unit; zone?: string | undefined },
): (readonly string[])[] =>
  readingsOn(chart)
    .toReversed()
    .map((reading) => {
      const { time, value, zone } = readingText(reading, chart, look);
      return [time, value, zone ?? timeInRangeText.unknown];
    });

/** The index that a key moves the cursor to: arrows by one reading, page keys by an hour; null for other keys. */
export function indexForKey(
  key: string,
  readings: readonly ChartReading[],
  place: number | null,
): number | null {
  const last = readings.length - 1;
  if (last < 0) return null;
  const from = place ?? last + 1;
  const within = (next: number) => Math.min(last, Math.max(0, next));
  const hourAway = (ms: number) => nearestTo(readings, (readings[within(from)]?.takenAt ?? 0) + ms);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(from - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(from + 1);
    case 'PageDown':
      return hourAway(-HOUR_MS);
    case 'PageUp':
      return hourAway(HOUR_MS);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

const HOUR_MS = 3_600_000;
