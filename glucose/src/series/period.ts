export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A stretch of time in epoch milliseconds: from its first moment up to, not including, its last. */
export type Period = { from: number; to: number };

/** How long a period is. Throws a RangeError when it does not end after it begins. */
export function lengthOf({ from, to }: Period): number {
  if (!(to > from)) throw new RangeError('A period must end after it begins');
  return to - from;
}

/** The period of the same length that ends where this one begins. */
export function periodBefore(period: Period): Period {
  return { from: period.from - lengthOf(period), to: period.from };
}

/** A length of time in words: `24 hours`, `7 days`, `1 hour`, `20 minutes`. From two days on in days, rounded. */
export function lengthWords(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  if (hours >= 48) return `${Math.round(ms / DAY_MS)} days`;
  if (ms < HOUR_MS) return counted(Math.max(1, Math.round(ms / MINUTE_MS)), 'minute');
  return counted(hours, 'hour');
}

const counted = (count: number, word: string): string => (count === 1 ? `1 ${word}` : `${count} ${word}s`);

/** A span of time to the minute: `3 h 22 min`, `45 min`, `2 h`; what is more than nothing is never `0 min`. */
export function showSpan(ms: number): string {
  if (ms > 0 && ms < MINUTE_MS) return '<1 min';
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
