/** Milliseconds. All durations in the server are multiples of these. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Epoch ms as a time in responses: `2026-11-22T03:00:00.000Z`. */
export const isoTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
