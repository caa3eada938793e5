/** The strength of the glow over one period, repeated; `strength` 0 to 1. */
export type FlashPattern = { everyMs: number; steps: readonly { at: number; strength: number }[] };

/** The fields that select a pattern. */
export type FlashState = { flash: boolean; zone: 'low' | 'in-range' | 'high' | null; stale: boolean };

/** Duration of a pulse. There is never more than one flash a second (WCAG 2.3.1 allows three). */
const PULSE_MS = 2000;
const SHORT_PULSE_MS = 1000;
const REST_MS = 1000;
/** The lowest strength of a flash: going fully dark is harder on the eyes. */
const DIMMED = 0.45;
const FAINTLY_DIMMED = 0.7;

/** Low: two short pulses and a pause. High: one long pulse and a pause. They differ without color, too. */
const low: FlashPattern = pulses([SHORT_PULSE_MS, SHORT_PULSE_MS], DIMMED);
const high: FlashPattern = pulses([PULSE_MS], DIMMED);
const noData: FlashPattern = pulses([3 * PULSE_MS], FAINTLY_DIMMED);
/** Plays once for a new reading. */
export const newReadingPulse: FlashPattern = pulses([PULSE_MS], FAINTLY_DIMMED);

/** The pattern of a light, or null for a steady one. */
export function flashPatternOf({ flash, zone, stale }: FlashState): FlashPattern | null {
  if (stale) return noData;
  if (!flash) return null;
  return zone === 'low' ? low : high;
}

function pulses(lengthsMs: readonly number[], dimmed: number): FlashPattern {
  const everyMs = lengthsMs.reduce((sum, ms) => sum + ms, REST_MS);
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
