/**
 * Shares as whole percentages that sum to what the shares sum to: to 100 when they are all of it.
 *
 * Units   fractions 0..1 in, whole percent out.
 * Edges   rounded by the largest remainder: no percentage is a whole point or more away from its share.
 */
export function wholePercents(shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * 100);
  const whole = exact.map((percent) => Math.floor(percent + ROUNDING_SLACK));
  const total = Math.round(exact.reduce((sum, percent) => sum + percent, 0));
  const missing = total - whole.reduce((sum, percent) => sum + percent, 0);
  const byRemainder = exact
    .map((percent, index) => ({ index, remainder: percent - (whole[index] as number) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, Math.max(0, missing)))
    whole[index] = (whole[index] as number) + 1;
  return whole;
}

/** A share such as 0.29 × 100 falls short of 29 by the width of a float; that must not cost it a point. */
const ROUNDING_SLACK = 1e-9;

/** A percentage as text. What is more than nothing never reads `0%`, what is less than all never reads `100%`. */
export function showPercent(share: number, whole: number = Math.round(share * 100)): string {
  if (whole === 0 && share > 0) return '<1%';
  return whole === 100 && share < 1 ? '>99%' : `${whole}%`;
}

/** Shares as texts, rounded as by `wholePercents`; a small share that rounds to nothing reads `<1%`. */
export function showPercents(shares: readonly number[]): string[] {
  const whole = wholePercents(shares);
  return shares.map((share, index) => showPercent(share, whole[index]));
}
