import { MINUTE, SECOND } from './times.ts';

const MEASURE_EVERY_MS = MINUTE;
/** Of so many answers the quickest counts: its time is known best. */
const SAMPLES = 3;
/** A smaller difference is within what a measurement over a network can tell, and too small to matter. Own choice. */
const NOTICED_MS = 50;
/** Beyond this the machine's time service is broken: readings are judged by their age, and nodes must agree about it. */
const WRONG_MS = 10 * SECOND;

export type Clock = Disposable & {
  /** Epoch ms by the database's clock, as well as it is known: for what nodes share, such as leases. */
  now(): number;
  /** How far this node's clock is behind the database's, ms; negative when it is ahead. */
  readonly offsetMs: number;
  /** Rejects while this node's clock differs by more than 10 s. */
  check(): Promise<void>;
};

export type ClockParts = {
  /** Epoch ms by the database's clock; null where it has none of its own. */
  read(): Promise<number | null>;
  now: () => number;
};

/** Measures at once and every minute how this node's clock differs from the database's. */
export async function openClock({ read, now }: ClockParts): Promise<Clock> {
  let offsetMs = 0;
  const measure = async () => {
    const measured = await offsetOf(read, now);
    // A database that does not answer changes nothing.
    offsetMs = measured ?? offsetMs;
  };
  await measure();
  const timer = setInterval(() => void measure(), MEASURE_EVERY_MS).unref();
  return {
    now: () => now() + offsetMs,
    get offsetMs() {
      return offsetMs;
    },
    async check() {
      if (Math.abs(offsetMs) > WRONG_MS)
        throw new Error(`The clock of this machine is ${offsetMs} ms behind the database's`);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The database read its clock some time between question and answer: half-way, give or take half the way. */
async function offsetOf(read: ClockParts['read'], now: () => number): Promise<number | null> {
  let best: { offset: number; took: number } | null = null;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const asked = now();
    const theirs = await read().catch(() => null);
    const took = now() - asked;
    // Below 0: this clock was set back meanwhile.
    if (theirs === null || took < 0) continue;
    if (best === null || took < best.took) best = { offset: Math.round(theirs - asked - took / 2), took };
  }
  if (best === null) return null;
  return Math.abs(best.offset) <= Math.max(NOTICED_MS, best.took) ? 0 : best.offset;
}
