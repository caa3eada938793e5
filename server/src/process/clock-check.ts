import { MINUTE, SECOND } from '../shared/time-units.ts';

const INTERVAL_MS = MINUTE;
/** Of this many answers the fastest counts, since it is the most exact. */
const SAMPLES = 3;
/** Smaller differences do not matter, and cannot be measured over a network. Own choice. */
const SMALLEST_OFFSET_MS = 50;
/** A larger difference is a problem: nodes must agree about the age of readings. */
const MAX_OFFSET_MS = 10 * SECOND;
/** A clock that moves so far against the processor's was set, or the machine slept. Own choice: NTP slews 30 ms a minute. */
const STEP_MS = SECOND;

export type Clock = Disposable & {
  /**
   * Epoch ms by the database's clock, as measured: for times that nodes share, such as leases. Setting this node's
   * clock does not change it; it is then measured again at once.
   */
  now(): number;
  /** How far this node's clock is behind the database's, ms; negative when it is ahead. */
  readonly offsetMs: number;
  /** Rejects while this node's clock differs by more than 10 s. */
  check(): Promise<void>;
};

export type ClockDependencies = {
  /** Epoch ms by the database's clock; null where the database has no clock of its own. */
  read(): Promise<number | null>;
  now: () => number;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  monotonic?: () => number;
};

/** Measures at once and every minute how this node's clock differs from the database's. */
export async function openClock({
  read,
  now,
  monotonic = () => performance.now(),
}: ClockDependencies): Promise<Clock> {
  let offsetMs = 0;
  /** By how much this node's clock was ahead of the monotonic one when the offset was measured; null: it never was. */
  let aheadMs: number | null = null;
  let measuring: Promise<void> | null = null;
  const measure = (): Promise<void> => {
    measuring ??= offsetOf(read, now)
      .then((measured) => {
        // The last value stays when the database does not answer.
        if (measured === null) return;
        offsetMs = measured;
        aheadMs = now() - monotonic();
      })
      .finally(() => {
        measuring = null;
      });
    return measuring;
  };
  /** How far this node's clock was set since the offset was measured. */
  const stepMs = (): number => {
    const step = aheadMs === null ? 0 : now() - monotonic() - aheadMs;
    return Math.abs(step) < STEP_MS ? 0 : step;
  };
  await measure();
  const timer = setInterval(() => void measure(), INTERVAL_MS).unref();
  return {
    now() {
      const step = stepMs();
      if (step !== 0) void measure();
      return now() + offsetMs - step;
    },
    get offsetMs() {
      return offsetMs;
    },
    async check() {
      if (Math.abs(offsetMs) > MAX_OFFSET_MS)
        throw new Error(`The clock of this machine is ${offsetMs} ms behind the database's`);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Assumes that the database read its clock in the middle between the query and its answer. */
async function offsetOf(read: ClockDependencies['read'], now: () => number): Promise<number | null> {
  let best: { offset: number; took: number } | null = null;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startedAt = now();
    const databaseTime = await read().catch(() => null);
    const took = now() - startedAt;
    // Negative: this clock was set back meanwhile.
    if (databaseTime === null || took < 0) continue;
    if (best === null || took < best.took)
      best = { offset: Math.round(databaseTime - startedAt - took / 2), took };
  }
  if (best === null) return null;
  return Math.abs(best.offset) <= Math.max(SMALLEST_OFFSET_MS, best.took) ? 0 : best.offset;
}
