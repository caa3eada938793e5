import { type AlarmKind, type AlarmPriority, priorityOf, rankOf } from '@tealight/glucose';

/** The strength of the glow over one period, repeated; `strength` 0 to 1. */
export type FlashPattern = { everyMs: number; steps: readonly { at: number; strength: number }[] };

/** The fields that select a pattern. */
export type FlashState = { flash: boolean; zone: 'low' | 'in-range' | 'high' | null; stale: boolean };

/** Duration of a pulse. There is never more than one flash a second (WCAG 2.3.1 allows three). */
const PULSE_MS = 2000;
const SHORT_PULSE_MS = 1000;
const REST_MS = 1000;
const LONG_REST_MS = 4000;
/** The lowest strength of a flash: going fully dark is harder on the eyes. */
const DIMMED = 0.45;
const FAINTLY_DIMMED = 0.7;

/** Low: two short pulses and a pause. High: one long pulse and a pause. They differ without color, too. */
const low: FlashPattern = pulses([SHORT_PULSE_MS, SHORT_PULSE_MS], DIMMED);
const high: FlashPattern = pulses([PULSE_MS], DIMMED);
const noData: FlashPattern = pulses([3 * PULSE_MS], FAINTLY_DIMMED);
/**
 * The rhythm of an alarm that nobody has seen, by its priority: five short pulses, three, or one with a long pause. Own
 * choice; all differ from those of low and high. A lamp may fill the view, so they keep to one flash a second too.
 */
const alarms: Readonly<Record<AlarmPriority, FlashPattern>> = {
  urgent: pulses(Array(5).fill(SHORT_PULSE_MS), DIMMED),
  important: pulses(Array(3).fill(SHORT_PULSE_MS), DIMMED),
  minor: pulses([SHORT_PULSE_MS], DIMMED, LONG_REST_MS),
};
/** Plays once for a new reading. */
export const newReadingPulse: FlashPattern = pulses([PULSE_MS], FAINTLY_DIMMED);

/** The pattern of a light, or null for a steady one. */
export function flashPatternOf({ flash, zone, stale }: FlashState): FlashPattern | null {
  if (stale) return noData;
  if (!flash) return null;
  return zone === 'low' ? low : high;
}

/** The pattern of a lamp while an alarm rings (ALM-40). */
export const alarmPatternOf = (kind: AlarmKind): FlashPattern => alarms[priorityOf(rankOf(kind))];

function pulses(lengthsMs: readonly number[], dimmed: number, restMs = REST_MS): FlashPattern {
  const everyMs = lengthsMs.reduce((sum, ms) => sum + ms, restMs);
  const steps = [{ at: 0, strength: 1 }];
  let passedMs = 0;
  for (const ms of lengthsMs) {
    steps.push({ at: (passedMs + ms / 2) / everyMs, strength: dimmed });
    passedMs += ms;
    steps.push({ at: passedMs / everyMs, strength: 1 });
  }
  return { everyMs, steps: [...steps, { at: 1, strength: 1 }] };
}

/** Whether the system is set to reduced motion; then every light is steady. */
const prefersReducedMotion = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Animates an element's opacity with a pattern; returns the function that stops it. */
export function play(element: Element, pattern: FlashPattern, times = Number.POSITIVE_INFINITY): () => void {
  if (prefersReducedMotion() || typeof element.animate !== 'function') return () => {};
  const animation = element.animate(
    pattern.steps.map(({ at, strength }) => ({ offset: at, opacity: strength, easing: 'ease-in-out' })),
    { duration: pattern.everyMs, iterations: times },
  );
  return () => animation.cancel();
}
