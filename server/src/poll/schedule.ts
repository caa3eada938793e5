import type { Rhythm } from '@tealight/sources';
import { HOUR, MINUTE, SECOND } from '../times.ts';
import { type Learnt, periodOf } from './rhythm.ts';

/** A number from 0 up to 1, at random. */
export type Chance = () => number;

/** Asks close together while the next reading is due; then fewer with every reading that does not come. */
const TRIES_BY_SLOT = [5, 3, 2, 1];
const CLOSE_MS = { least: 5 * SECOND, most: 12 * SECOND };
/** A sensor that has been silent for so long is asked at most every five minutes. */
const SILENT_MS = HOUR;
const SILENT_EVERY_MS = 5 * MINUTE;
/** So far behind the moment when readings appear, or so far before it, is not worth another pause. */
const LATE_ENOUGH_MS = 8 * SECOND;
const SHIFT_MS = 10 * SECOND;
/** Keeps connections apart that would ask at the same moment. */
const JITTER_MS = SECOND;

/**
 * When to ask next: just after the next reading should be visible, a few times close together, then relaxing.
 *
 * Units   epoch milliseconds. Never sooner than the vendor's shortest pause after `now`.
 */
export function nextAsk(
  learnt: Learnt,
  rhythm: Rhythm,
  { now, chance }: { now: number; chance: Chance },
): number {
  const soonest = now + rhythm.pauseMs;
  const jitter = chance() * JITTER_MS;
  const newest = learnt.recent.at(-1);
  if (newest === undefined)
    return Math.max(soonest, now + Math.min(rhythm.everyMs, SILENT_EVERY_MS)) + jitter;
  if (now - newest > SILENT_MS + learnt.first) return Math.max(soonest, now + SILENT_EVERY_MS) + jitter;
  const period = periodOf(learnt, rhythm);
  if (rhythm.pauseMs > period / 2)
    return slowly(newest + period + learnt.first, { soonest, period }) + jitter;
  for (let slot = Math.max(1, Math.floor((now - learnt.first - newest) / period)); ; slot += 1) {
    const ask = offsets(learnt, slot, rhythm).find((offset) => newest + slot * period + offset >= soonest);
    if (ask !== undefined) return newest + slot * period + ask + jitter;
  }
}

/** A vendor that wants long pauses is asked after each; the pauses grow a little until they end when readings appear. */
function slowly(appears: number, { soonest, period }: { soonest: number; period: number }): number {
  const early = soonest - LATE_ENOUGH_MS - appears;
  const next = appears + Math.max(0, Math.ceil(early / period)) * period;
  return Math.min(Math.max(soonest, next), soonest + SHIFT_MS);
}

/** After the measurement of the reading that is awaited: 1 is the next one, 2 the one after it. */
function offsets(learnt: Learnt, slot: number, { pauseMs }: Rhythm): number[] {
  const tries = TRIES_BY_SLOT[slot - 1] ?? 1;
  const close = Math.max(pauseMs, Math.min(CLOSE_MS.most, CLOSE_MS.least + 1.4 * learnt.rest));
  return [0, 1, 2, 4, 10].slice(0, tries).map((steps) => learnt.first + steps * close);
}
