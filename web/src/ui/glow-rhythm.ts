/** How a light moves: the strength of the glow over one period, repeated; `strength` 0 to 1. */
export type Rhythm = { everyMs: number; steps: readonly { at: number; strength: number }[] };

/** What decides whether and how a light moves. */
export type Moving = { flash: boolean; zone: 'low' | 'in-range' | 'high' | null; stale: boolean };

/** One soft breath. Shorter ones would be flashes, and more than one a second is never shown (WCAG 2.3.1). */
const BREATH_MS = 2000;
const SHORT_BREATH_MS = 1000;
const REST_MS = 1000;
/** A flash stays well above dark: a lit room that goes black is harder on the eyes than any colour. */
const DIMMED = 0.45;
const FAINTLY_DIMMED = 0.7;

/** Low: two short breaths and a rest. High: one long breath and a rest. The rhythm tells them apart without colour. */
const low: Rhythm = breaths([SHORT_BREATH_MS, SHORT_BREATH_MS], DIMMED);
const high: Rhythm = breaths([BREATH_MS], DIMMED);
const noData: Rhythm = breaths([3 * BREATH_MS], FAINTLY_DIMMED);
/** What greets a new reading on a page, once. */
export const greeting: Rhythm = breaths([BREATH_MS], FAINTLY_DIMMED);

/** The rhythm of a light, or null for one that stays steady. */
export function rhythmOf({ flash, zone, stale }: Moving): Rhythm | null {
  if (stale) return noData;
  if (!flash) return null;
  return zone === 'low' ? low : high;
}

function breaths(lengthsMs: readonly number[], dimmed: number): Rhythm {
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

/** Whether the wearer asked the system for less motion; then every light is steady. */
export const prefersStillness = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Moves an element's opacity in a rhythm; the returned function makes it steady again. */
export function play(element: Element, rhythm: Rhythm, times = Number.POSITIVE_INFINITY): () => void {
  if (prefersStillness() || typeof element.animate !== 'function') return () => {};
  const animation = element.animate(
    rhythm.steps.map(({ at, strength }) => ({ offset: at, opacity: strength, easing: 'ease-in-out' })),
    { duration: rhythm.everyMs, iterations: times },
  );
  return () => animation.cancel();
}
