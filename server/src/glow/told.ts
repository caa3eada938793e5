import type { GlowMessage } from '@tealight/contract';
import { CLOCK_SKEW_MS, glowOf, STALE_AFTER_MS } from '@tealight/glucose';
import { MINUTE, SECOND } from '../times.ts';
import { type Facts, pastReadings } from './facts.ts';
import { lampLook, nextLook } from './lamp-look.ts';
import { tryGlow, tryStep } from './try-out.ts';

/** What every device of a wearer is told, evaluated once for all of them. */
export type Told = {
  glow: GlowMessage;
  /** The same as JSON. */
  text: string;
  /** Until when (epoch ms) it holds if nothing else happens; null: for good. */
  until: number | null;
  /** When (epoch ms) the next reading should be here; null when nobody can tell. */
  nextReadingAt: number | null;
};

/** Vendors and relays need a while: a reading is rarely here sooner than this after it was taken. */
const ON_ITS_WAY_MS = 20 * SECOND;
/** Sensors measure every minute to every five minutes. */
const RHYTHM_MS = { least: MINUTE, most: 5 * MINUTE };

/** How the wearer's lamps glow at `now`. Pure: the clock is handed in. */
export function toldOf(facts: Facts, now: number): Told {
  const [reading = null, previous = null] = pastReadings(facts, now);
  const trying = tryStep(facts, now);
  const glow = trying === null ? glowOf({ ...facts, reading, previous }, now) : tryGlow(facts, trying);
  const shown = lampLook(glow, facts.lamps, now);
  const changes = [
    trying?.until ?? null,
    reading === null || glow.stale ? null : reading.takenAt + STALE_AFTER_MS,
    comingTrue(facts, now),
    nextLook(facts.lamps, now),
  ].filter((at) => at !== null);
  return {
    glow: shown,
    text: JSON.stringify(shown),
    until: changes.length === 0 ? null : Math.min(...changes),
    nextReadingAt: nextReading(facts, now),
  };
}

/** When the next of the readings dated ahead may be shown. */
function comingTrue({ readings }: Facts, now: number): number | null {
  const ahead = readings.map(({ takenAt }) => takenAt - CLOCK_SKEW_MS).filter((at) => at > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function nextReading(facts: Facts, now: number): number | null {
  const [reading, previous] = pastReadings(facts, now);
  if (reading === undefined) return null;
  const gapMs = previous === undefined ? RHYTHM_MS.most : reading.takenAt - previous.takenAt;
  const rhythmMs = Math.min(RHYTHM_MS.most, Math.max(RHYTHM_MS.least, gapMs));
  return reading.takenAt + rhythmMs + ON_ITS_WAY_MS;
}
