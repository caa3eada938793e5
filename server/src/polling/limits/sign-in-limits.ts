import { SourceError } from '@tealight/sources';
import { SECOND } from '../../shared/time-units.ts';
import { openCircuitBreakers } from './circuit-breaker.ts';

/** A sign-in that was not made, because the vendor has asked to wait with them. */
export class SignInsHeldBack extends SourceError {}

export type SignInBreakers = ReturnType<typeof openSignInBreakers>;

/**
 * Circuit breakers for sign-ins, one for each vendor. A vendor that gets too many of them bans the address, and every
 * further one prolongs the ban: nobody signs in until it is over, while signed-in wearers are polled as before.
 */
export function openSignInBreakers(now: () => number) {
  const circuitBreakers = openCircuitBreakers({ longestWaitMs: Number.POSITIVE_INFINITY });
  return {
    reset: circuitBreakers.reset,
    /**
     * Signs in at the vendor, or throws `SignInsHeldBack` `too-many-calls` without calling it. `vendor` null: a
     * self-hosted site, which other wearers' sign-ins say nothing about.
     */
    async run<T>(vendor: string | null, wearerId: number, signIn: () => Promise<T>): Promise<T> {
      if (vendor === null) return signIn();
      const at = now();
      if (circuitBreakers.errorIfOpen(vendor, at) !== null) {
        const retryAfterMs = circuitBreakers.nextProbeAt(vendor) - at;
        throw new SignInsHeldBack(vendor, 'too-many-calls', {
          cause: 'sign-ins are held back',
          retryAfterMs,
        });
      }
      try {
        const session = await signIn();
        circuitBreakers.recordAnswer(vendor);
        return session;
      } catch (error) {
        const isRateLimited = error instanceof SourceError && error.errorCode === 'too-many-calls';
        if (isRateLimited) circuitBreakers.recordFailure(vendor, wearerId, { error, now: now() });
        throw error;
      }
    },
  };
}

/** Vendors watch sign-ins more than anything else: automatic ones are at least this far apart. */
const SIGN_IN_INTERVAL_MS = SECOND;

export type SignInThrottle = ReturnType<typeof openSignInThrottle>;

/** Spaces out automatic sign-ins, separately for each source. */
export function openSignInThrottle() {
  const nextFreeAt = new Map<string, number>();
  return {
    /** Reserves the next free time for a sign-in at the source: `now` when none is waiting. Epoch ms. */
    reserve(source: string, now: number): number {
      const at = Math.max(now, nextFreeAt.get(source) ?? 0);
      nextFreeAt.set(source, at + SIGN_IN_INTERVAL_MS);
      return at;
    },
    /** Drops all reservations: after the clock was set back their times mean nothing. */
    reset: (): void => nextFreeAt.clear(),
  };
}
