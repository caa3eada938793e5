import type { Trouble } from '@tealight/sources';

/** Who counts what polling does. Words and numbers alone: nothing of a person. */
export type Tally = {
  /** A source was asked. */
  polled(source: string, outcome: 'readings' | 'nothing' | Trouble): void;
  /** New readings were kept; `newestAgeMs`: since the newest one that is known was measured. */
  kept(source: string, readings: number, newestAgeMs: number): void;
};

export const noTally: Tally = { polled() {}, kept() {} };
