import type { GlowMessage } from '@tealight/contract';
import { CLOCK_SKEW_MS, glowOf, STALE_AFTER_MS } from '@tealight/glucose';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import { lampGlow, nextLampChangeAt, reachesMuted } from './lamp-appearance.ts';
import { previewGlow, previewStep } from './preview.ts';
import { pastReadings, type WearerFacts } from './wearer-facts.ts';

/** The glow of a wearer, evaluated once for all devices. */
export type GlowState = {
  glow: GlowMessage;
  /** The glow as JSON. */
  text: string;
  /** Whether muted lamps show it too. */
  reachesMuted: boolean;
  /** When (epoch ms) it changes if nothing else happens; null: never. */
  until: number | null;
  /** When (epoch ms) the next reading should be stored; null before the first reading. */
  nextReadingAt: number | null;
};

/** Vendors and relays need a while: a reading is rarely stored sooner than this after it was taken. */
const TRANSFER_MS = 20 * SECOND;
/** Sensors measure every minute to every five minutes. */
const PERIOD_MS = { least: MINUTE, most: 5 * MINUTE };

/** The glow of the wearer's lamps at `now`, epoch ms. */
export function glowStateOf(facts: WearerFacts, now: number): GlowState {
  const [reading = null, previous = null] = pastReadings(facts, now);
  const preview = previewStep(facts, now);
  const glow = preview === null ? glowOf({ ...facts, reading, previous }, now) : previewGlow(facts, preview);
  // A preview is never mistaken for an alarm.
  const alarm = preview === null ? facts.alarm : null;
  const shown = lampGlow(glow, { ...facts, alarm }, now);
  const changeTimes = [
    preview?.until ?? null,
    reading === null || glow.stale ? null : reading.takenAt + STALE_AFTER_MS,
    futureReadingAt(facts, now),
    nextLampChangeAt(facts.lamps, now),
  ].filter((at) => at !== null);
  return {
    glow: shown,
    text: JSON.stringify(shown),
    reachesMuted: reachesMuted(facts.lamps, alarm),
    until: changeTimes.length === 0 ? null : Math.min(...changeTimes),
    nextReadingAt: expectedReadingAt(facts, now),
  };
}

/** When the next reading with a time in the future may be shown. */
function futureReadingAt({ readings }: WearerFacts, now: number): number | null {
  const times = readings.map(({ takenAt }) => takenAt - CLOCK_SKEW_MS).filter((at) => at > now);
  return times.length === 0 ? null : Math.min(...times);
}

function expectedReadingAt(facts: WearerFacts, now: number): number | null {
  const [reading, previous] = pastReadings(facts, now);
  if (reading === undefined) return null;
  const gapMs = previous === undefined ? PERIOD_MS.most : reading.takenAt - previous.takenAt;
  const periodMs = Math.min(PERIOD_MS.most, Math.max(PERIOD_MS.least, gapMs));
  return reading.takenAt + periodMs + TRANSFER_MS;
}
