import { showGlucose, type Unit, zoneOf } from '@tealight/glucose';
import { zoneWords } from '../../../ui/zone-words.ts';
import type { ChartData } from './chart-options.ts';
import { clockOf } from './words.ts';

/** One reading of a chart: where it stands in the columns, and what it says. */
export type ChartReading = { index: number; takenAt: number; mgdl: number };

/** The readings of a chart without what only marks its gaps. */
export function readingsOn({ takenAt, mgdl }: ChartData): ChartReading[] {
  return takenAt.flatMap((at, index) => {
    const value = mgdl[index];
    return value == null ? [] : [{ index, takenAt: at, mgdl: value }];
  });
}

/** The place in `readings` of the one nearest to a moment; null when there is none. */
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
export function readingWords(
  { mgdl, takenAt }: ChartReading,
  { setpoints }: ChartData,
  unit: Unit,
): { value: string; time: string; zone: string | null } {
  return {
    value: `${showGlucose(mgdl, unit)} ${unit}`,
    time: clockOf(takenAt),
    zone: setpoints && zoneWords[zoneOf(mgdl, setpoints)].toLowerCase(),
  };
}

/** How many readings a key moves the cursor on: arrows one, page keys an hour; null for keys that do not. */
export function movedBy(key: string, readings: readonly ChartReading[], place: number | null): number | null {
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
