/** One measured value. `reached` null: there is no goal. */
export type Result = { what: string; value: string; goal: string; reached: boolean | null };

/** A value compared with the most that it may be. */
export const atMost = (
  what: string,
  value: number,
  { most, unit }: { most: number; unit: string },
): Result => ({
  what,
  value: `${round(value)} ${unit}`,
  goal: `at most ${most} ${unit}`,
  reached: value <= most,
});

/** A value compared with the least that it must be. */
export const atLeast = (
  what: string,
  value: number,
  { least, unit = '' }: { least: number; unit?: string },
): Result => ({
  what,
  value: `${round(value)} ${unit}`.trim(),
  goal: `at least ${least} ${unit}`.trim(),
  reached: value >= least,
});

export const figure = (what: string, value: string): Result => ({ what, value, goal: '', reached: null });

const round = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/** The median; of an even number of values the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
