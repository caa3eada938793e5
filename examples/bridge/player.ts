import type { Look, Movement } from './look.ts';

/** A lamp: takes a look and how long (ms) to fade into it. Rejects when it cannot be reached. */
export type Lamp = {
  name: string;
  /** It does not flash: it gets the look without its movement. */
  isStill?: boolean;
  show(look: Look, fadeMs: number): Promise<void>;
  close?(): void;
};

/** One step of a flash: the strength, and how long (ms) until the next. */
type Step = { strength: number; ms: number };

const SHORT_MS = 500;
const LONG_MS = 1000;
const REST_MS = 1000;
/** A flash stays well above dark, and there is never more than one a second (WCAG 2.3.1). */
const DIMMED = 0.45;
const FADE_MS = 1500;
/** A steady look is sent again: a packet may be lost, or a lamp have been unreachable or without power. */
const REPEAT_MS = 30_000;

const LONG_REST_MS = 4000;

/** Pulses of a dim and a bright half, `ms` each, and a pause. */
const pulses = (count: number, ms: number, restMs = REST_MS): readonly Step[] =>
  Array.from({ length: count }, (_, index) => [
    { strength: DIMMED, ms },
    { strength: 1, ms: index === count - 1 ? ms + restMs : ms },
  ]).flat();

/** Low, high, and alarms by how urgent they are. Distinguishable without color; see the device protocol. */
const rhythms: Readonly<Record<Movement, readonly Step[]>> = {
  low: pulses(2, SHORT_MS),
  high: pulses(1, LONG_MS),
  urgent: pulses(5, SHORT_MS),
  important: pulses(3, SHORT_MS),
  minor: pulses(1, SHORT_MS, LONG_REST_MS),
};

/** Shows a look on all lamps, with its flash, until the next. A slow lamp misses steps; nothing is queued. */
export function openPlayer(lamps: readonly Lamp[], say: (line: string) => void) {
  const still = lamps.filter(({ isStill }) => isStill === true).map((lamp) => openStage(lamp, say));
  const moving = lamps.filter(({ isStill }) => isStill !== true).map((lamp) => openStage(lamp, say));
  let stepTimer: ReturnType<typeof setTimeout> | undefined;
  let steadyTimer: ReturnType<typeof setTimeout> | undefined;

  const step = (lookNow: () => Look, rhythm: readonly Step[], index: number) => {
    const { strength, ms } = rhythm[index % rhythm.length] as Step;
    const look = lookNow();
    const dimmed = { ...look, brightness: look.brightness * strength };
    for (const show of moving) show(dimmed, Math.min(ms, LONG_MS));
    stepTimer = setTimeout(() => step(lookNow, rhythm, index + 1), ms);
  };
  const steady = (stages: typeof still, lookNow: () => Look) => {
    for (const show of stages) show(lookNow(), FADE_MS);
    steadyTimer = setTimeout(() => steady(stages, lookNow), REPEAT_MS);
  };
  const stop = () => {
    clearTimeout(stepTimer);
    clearTimeout(steadyTimer);
  };
  return {
    play(look: Look): void {
      stop();
      const startedAt = performance.now();
      const lookNow = () => aged(look, performance.now() - startedAt);
      steady(look.moving === null ? [...still, ...moving] : still, lookNow);
      if (look.moving !== null) step(lookNow, rhythms[look.moving], 0);
    },
    close(): void {
      stop();
      for (const lamp of lamps) lamp.close?.();
    },
  };
}

/** A look after `ms`: it is valid for that much less. */
const aged = (look: Look, ms: number): Look =>
  look.holdsS === null ? look : { ...look, holdsS: Math.max(1, look.holdsS - Math.round(ms / 1000)) };

/** Updates one lamp: while it is busy only the latest look waits. A lamp that is lost, or back, is logged once. */
function openStage(lamp: Lamp, say: (line: string) => void): (look: Look, fadeMs: number) => void {
  let busy = false;
  let next: [Look, number] | null = null;
  let lost = false;
  const show = async (look: Look, fadeMs: number): Promise<void> => {
    if (busy) {
      next = [look, fadeMs];
      return;
    }
    busy = true;
    try {
      await lamp.show(look, fadeMs);
      if (lost) say(`${lamp.name} is back`);
      lost = false;
    } catch (error) {
      if (!lost) say(`${lamp.name} cannot be reached: ${error instanceof Error ? error.message : error}`);
      lost = true;
    }
    busy = false;
    const waiting = next;
    next = null;
    if (waiting !== null) await show(...waiting);
  };
  return (look, fadeMs) => void show(look, fadeMs);
}
