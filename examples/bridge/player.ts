import type { Look, Movement } from './look.ts';

/** A lamp: takes a look and how long (ms) to fade into it. Rejects when it cannot be reached. */
export type Lamp = {
  name: string;
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
  calm: pulses(1, SHORT_MS, LONG_REST_MS),
};

/** Shows a look on all lamps, with its flash. A slow lamp misses steps; nothing is queued. */
export function openPlayer(lamps: readonly Lamp[], say: (line: string) => void) {
  const stages = lamps.map((lamp) => openStage(lamp, say));
  let timer: ReturnType<typeof setTimeout> | undefined;

  const step = (look: Look, rhythm: readonly Step[], index: number) => {
    const { strength, ms } = rhythm[index % rhythm.length] as Step;
    const fadeMs = Math.min(ms, LONG_MS);
    for (const stage of stages) stage({ ...look, brightness: look.brightness * strength }, fadeMs);
    timer = setTimeout(() => step(look, rhythm, index + 1), ms);
  };
  return {
    play(look: Look): void {
      clearTimeout(timer);
      if (look.moving === null) for (const stage of stages) stage(look, FADE_MS);
      else step(look, rhythms[look.moving], 0);
    },
    close(): void {
      clearTimeout(timer);
      for (const lamp of lamps) lamp.close?.();
    },
  };
}

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
