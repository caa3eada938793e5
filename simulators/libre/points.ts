import { lateness, type Sample, type SimulatedDay, samples } from '../day.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** History points are late and five minutes apart; only the current value is fresh. */
const HISTORY_LAG = 18 * MINUTE;
const HISTORY_SPAN = 12 * HOUR;

export type Sensor = {
  life: SimulatedDay;
  now: number;
  lateMs: readonly [number, number];
  silentAfter: number;
};

/** A time in the vendor's format: American, without a zone. */
function american(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const hour = date.getUTCHours();
  return (
    `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ` +
    `${hour % 12 || 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`
  );
}

/** Rates in mg/dL a minute → the vendor's five arrows. */
function arrowOf(perMinute: number): number {
  const steps = [-2, -1, 1, 2];
  return steps.filter((step) => perMinute > step).length + 1;
}

function point({ takenAt, mgdl }: Sample, utcOffsetMs: number) {
  return {
    // The sensor's clock has whole seconds.
    FactoryTimestamp: american(takenAt),
    Timestamp: american(takenAt + utcOffsetMs),
    ValueInMgPerDl: mgdl,
    MeasurementColor: mgdl < 70 ? 4 : mgdl <= 180 ? 1 : mgdl <= 240 ? 2 : 3,
    GlucoseUnits: 1,
    Value: mgdl,
    isHigh: mgdl > 400,
    isLow: mgdl < 40,
  };
}

/** The newest value that has been uploaded, or null. */
export function currentOf({ life, now, lateMs, silentAfter }: Sensor) {
  const shown = samples(now - 20 * MINUTE, now, life).filter(
    ({ takenAt }) => takenAt + lateness(takenAt, life.seed, lateMs) <= now && takenAt <= silentAfter,
  );
  const newest = shown.at(-1);
  if (newest === undefined) return null;
  const current = { ...point(newest, life.utcOffsetMs ?? 0), type: 1 };
  return { ...current, TrendArrow: arrowOf(newest.perMinute), TrendMessage: null };
}

/** The history of the graph, oldest first. */
export function historyOf({ life, now, silentAfter }: Sensor) {
  return samples(now - HISTORY_SPAN, now - HISTORY_LAG, { ...life, everyMs: 5 * MINUTE })
    .filter(({ takenAt }) => takenAt <= silentAfter)
    .map((sample) => ({ ...point(sample, life.utcOffsetMs ?? 0), type: 0 }));
}
