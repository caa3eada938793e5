import type { Rhythm } from '@tealight/sources';
import { HOUR, MINUTE, SECOND } from '../times.ts';
import { isSlow, type Learnt, LONG_PAUSE, periodOf } from './rhythm.ts';

/** A number from 0 up to 1, at random. */
export type Chance = () => number;

/** Asks close together while the next reading is due; then fewer with every reading that does not come. */
const TRIES_BY_SLOT = [5, 3, 2, 1];
const CLOSE_MS = { least: 5 * SECOND, most: 12 * SECOND };
/** A sensor that has been silent for so long is asked at most every five minutes. */
const SILENT_MS = HOUR;
const SILENT_EVERY_MS = 5 * MINUTE;
/** An ask so far behind the moment when readings appear is worth a longer pause, which costs one reading its freshness. */
const DRIFT_MS = 4 * SECOND;
/** Asks that follow each other slowly relax after so many in vain: that many pauses, and how many of them make one. */
const RELAXING = [
  { inVain: 15, pauses: 3 },
  { inVain: 5, pauses: 2 },
];
/** After an answer that took long there is quiet, however long ago it was asked for. */
const QUIET_MS = 5 * SECOND;
/** Keeps connections apart that would ask at the same moment. */
export const JITTER_MS = SECOND;

/** `askedAt`: when it was asked; `now`: when the answer was there. */
export type Moment = { askedAt: number; now: number; chance: Chance };

/**
 * When to ask next: just after the next reading should be visible, a few times close together, then relaxing.
 *
 * Units   epoch milliseconds. Never sooner than the vendor's shortest pause after the last ask.
 */
export function nextAsk(learnt: Learnt, rhythm: Rhythm, { askedAt, now, chance }: Moment): number {
  const soonest = Math.max(askedAt + rhythm.pauseMs, now + Math.min(rhythm.pauseMs, QUIET_MS));
  const jitter = chance() * JITTER_MS;
  const newest = learnt.recent.at(-1);
  if (newest === undefined)
    return Math.max(soonest, now + Math.min(rhythm.everyMs, SILENT_EVERY_MS)) + jitter;
  if (now - newest > SILENT_MS + learnt.first) return Math.max(soonest, now + SILENT_EVERY_MS) + jitter;
  const period = periodOf(learnt, rhythm);
  if (isSlow(rhythm, period)) {
    const appears = newest + period + learnt.first;
    const inVain = (now - appears) / rhythm.pauseMs;
    const pauses = RELAXING.find((stage) => inVain > stage.inVain)?.pauses ?? 1;
    // Of several readings that a pause skips none is awaited more than another.
    if (rhythm.pauseMs > LONG_PAUSE * period) return soonest + jitter;
    return slowly(appears, { soonest: soonest + (pauses - 1) * rhythm.pauseMs, period, jitter });
  }
  for (let slot = Math.max(1, Math.floor((now - learnt.first - newest) / period)); ; slot += 1) {
    const asks = offsets(learnt, slot, rhythm).map((offset) => newest + slot * period + offset);
    // An ask that the last one's jitter has made a little too early is one all the same.
    const ask = asks.find((at) => at + JITTER_MS >= soonest);
    if (ask !== undefined) return Math.max(soonest, ask) + jitter;
  }
}

/**
 * A vendor that wants long pauses is asked after each. However exact, they drift away from the moment when readings
 * appear; a longer one brings them back.
 */
function slowly(
  appears: number,
  { soonest, period, jitter }: { soonest: number; period: number; jitter: number },
): number {
  const missed = Math.floor((soonest - appears) / period);
  const behind = soonest - appears - missed * period;
  return behind <= DRIFT_MS ? soonest : appears + (missed + 1) * period + jitter;
}

/** After the measurement of the reading that is awaited: 1 is the next one, 2 the one after it. */
function offsets(learnt: Learnt, slot: number, { pauseMs }: Rhythm): number[] {
  const tries = TRIES_BY_SLOT[slot - 1] ?? 1;
  const close = Math.max(pauseMs, Math.min(CLOSE_MS.most, CLOSE_MS.least + 1.4 * learnt.rest));
  return [0, 1, 2, 4, 10].slice(0, tries).map((steps) => learnt.first + steps * close);
}
