import { HOUR, MINUTE, SECOND } from '../times.ts';

/** How much at once, and after how long one more: the generic cell rate algorithm. */
export type Budget = { burst: number; everyMs: number };
/** How failures are slowed down: after the free ones each doubles the wait, up to the longest. */
export type Throttle = { free: number; longestMs: number };
export type Limit = Budget | Throttle;

/** The first wait of a throttle. */
export const FIRST_WAIT_MS = SECOND;
/** After this long without a try a throttle has forgotten half of the failures. */
export const HALF_LIFE_MS = 15 * MINUTE;
/** After this long nothing is left of a throttle: sixteen half-lives. */
const THROTTLE_KEPT_MS = 4 * HOUR;

export const isBudget = (limit: Limit): limit is Budget => 'burst' in limit;

/** How long a key has to be kept after its last try, in ms. */
export const retentionMs = (limit: Limit, cost: number): number =>
  isBudget(limit) ? (limit.burst + cost) * limit.everyMs : THROTTLE_KEPT_MS + limit.longestMs;

/** How long a throttle closes after so many failures, in ms. */
export function waitAfter(failures: number, { free, longestMs }: Throttle): number {
  const beyond = Math.floor(failures) - free;
  return beyond < 0 ? 0 : Math.min(longestMs, FIRST_WAIT_MS * 2 ** beyond);
}

/** One key and what it is counted by. `cost`: how many a budget loses, by default one. */
export type Take = { key: string; limit: Limit; cost?: number };
/** Which key is closed, and until when (epoch ms). */
export type Refused = { key: string; closedUntil: number };

/** Where limits are counted. */
export type LimitBackend = {
  /** Counts a try on every key, or on none when one of them is closed. */
  take(takes: readonly Take[], now: number): Promise<Refused | null>;
  /** What was taken was no failure, or cost less than was feared. */
  giveBack(take: Take, now: number): Promise<void>;
  clear(key: string): Promise<void>;
  /** Until when the last of these keys to open is closed; 0 when none ever was. */
  closedUntil(keys: readonly string[]): Promise<number>;
};
