import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';

/** The generic cell rate algorithm: `burst` calls at once, then one more every `everyMs`. */
export type Budget = { burst: number; everyMs: number };
/** Slows down failures: after the `free` ones each doubles the wait, up to `longestMs`. */
export type Throttle = { free: number; longestMs: number };
export type Limit = Budget | Throttle;

/** The first wait of a throttle. */
export const FIRST_WAIT_MS = SECOND;
/** After this long without a try, half of a throttle's failures no longer count. */
export const HALF_LIFE_MS = 15 * MINUTE;
/** After this long no failure of a throttle counts: sixteen half-lives. */
const THROTTLE_RETENTION_MS = 4 * HOUR;

export const isBudget = (limit: Limit): limit is Budget => 'burst' in limit;

/** How long a key has to be stored after its last try, ms. */
export const retentionMs = (limit: Limit, cost: number): number =>
  isBudget(limit) ? (limit.burst + cost) * limit.everyMs : THROTTLE_RETENTION_MS + limit.longestMs;

/** How long a throttle blocks after so many failures, ms. */
export function waitAfter(failures: number, { free, longestMs }: Throttle): number {
  const excess = Math.floor(failures) - free;
  return excess < 0 ? 0 : Math.min(longestMs, FIRST_WAIT_MS * 2 ** excess);
}

/** Nodes whose clocks differ by less may count on the same key. Own choice: 10 s is reported as a problem. */
const TOLERANCE_MS = MINUTE;

/** A key cannot be blocked until later than this, epoch ms. */
export const latestBlock = ({ limit, cost = 1 }: Omit<LimitedCall, 'key'>, now: number): number =>
  now + (isBudget(limit) ? Math.max(limit.burst, cost) * limit.everyMs : limit.longestMs);

/** A block until later than this was stored while a clock was ahead, and does not count. */
export const latestTrusted = (call: Omit<LimitedCall, 'key'>, now: number): number =>
  latestBlock(call, now) + TOLERANCE_MS;

/** Until when a key is blocked that was stored as blocked until `storedUntil`; 0 when that does not count. */
export const trustedBlock = (call: Omit<LimitedCall, 'key'>, storedUntil: number, now: number): number =>
  storedUntil > latestTrusted(call, now) ? 0 : Math.min(storedUntil, latestBlock(call, now));

/** A call to count: its key and limit. `cost`: how much of a budget it consumes, 1 by default. */
export type LimitedCall = { key: string; limit: Limit; cost?: number };
/** The key that has reached its limit, and until when (epoch ms). */
export type LimitReached = { key: string; blockedUntil: number };

/** Counts calls by key. */
export type LimitBackend = {
  /** Counts a call for every key; for none when one of them has reached its limit, which is returned. */
  consume(calls: readonly LimitedCall[], now: number): Promise<LimitReached | null>;
  /** Undoes a call that was not a failure, or returns a part of its cost. */
  refund(call: LimitedCall, now: number): Promise<void>;
  reset(key: string): Promise<void>;
  /** Until when (epoch ms) the key of any of these calls is blocked; 0 when none ever was. */
  blockedUntil(calls: readonly LimitedCall[], now: number): Promise<number>;
};
