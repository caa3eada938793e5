import type { AlarmPriority } from '@tealight/glucose';

/** One tone: its start and length in seconds from the start of the pattern, and its frequency in hertz. */
export type Tone = { at: number; seconds: number; hertz: number };

/** The tones of each pattern, and after how many seconds it is repeated. */
export type Pattern = { tones: readonly Tone[]; everySeconds: number };

const tone = (at: number, hertz: number, seconds = 0.15): Tone => ({ at, hertz, seconds });

/** Own choice: bursts of ten, three and one or two tones, as the standard has them. */
export const patterns: Readonly<Record<AlarmPriority, Pattern>> = {
  urgent: {
    everySeconds: 4,
    tones: [
      ...[tone(0, 659), tone(0.2, 784), tone(0.4, 988), tone(0.75, 784), tone(0.95, 988)],
      ...[tone(1.7, 659), tone(1.9, 784), tone(2.1, 988), tone(2.45, 784), tone(2.65, 988)],
    ],
  },
  important: { everySeconds: 8, tones: [tone(0, 523, 0.2), tone(0.3, 659, 0.2), tone(0.6, 523, 0.2)] },
  minor: { everySeconds: 20, tones: [tone(0, 523, 0.3), tone(0.4, 440, 0.3)] },
};

/** The loudness, 0 to 1, of a ring that began so many milliseconds ago: four steps of a minute, from 30 to 100 percent. */
export function loudnessAt(elapsedMs: number): number {
  const step = Math.min(3, Math.max(0, Math.floor(elapsedMs / 60_000)));
  return 0.3 + (0.7 * step) / 3;
}

/** The same tones always are slept through: each repetition is up to a tenth higher or lower. `random`: 0 to 1. */
export const pitchOf = (random: number): number => 0.9 + 0.2 * random;
