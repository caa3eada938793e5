// When a crashed server is started again.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Waits double from the first to the longest with each crash of the last ten minutes. */
const FIRST_WAIT_MS = SECOND;
const MAX_WAIT_MS = MINUTE;
const MAX_CRASHES = 10;
const WITHIN_MS = 10 * MINUTE;

/**
 * Decides after each crash; `at` is its time in ms of a monotonic clock. Returns the wait in ms until the next
 * start, or null after ten crashes in ten minutes.
 */
export function openWatchdog() {
  let crashes = [];
  return {
    crashed(at) {
      crashes = [...crashes.filter((before) => at - before < WITHIN_MS), at];
      if (crashes.length >= MAX_CRASHES) return null;
      return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (crashes.length - 1));
    },
  };
}
