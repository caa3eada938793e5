import type { Throttle } from '../../limits/limit.ts';
import type { Limits } from '../../limits/limits.ts';
import { wideNetworkOf } from '../../shared/client-address.ts';
import { MINUTE } from '../../shared/time-units.ts';

/**
 * Slows down wrong passwords: after some free attempts each wrong one doubles the wait up to a limit, and
 * failures expire. Own choice, following OWASP's Authentication Cheat Sheet: at the limit an
 * account takes some 60 guesses an hour, and nobody is ever locked out for longer than the limit.
 */
const rules = {
  /** One account, or one account from a known network of its owner. */
  subject: { free: 5, longestMs: MINUTE },
  /** One network; schools and offices share one. */
  network: { free: 30, longestMs: 15 * MINUTE },
  /** A /48 of IPv6: one customer's, or a university's. */
  wide: { free: 120, longestMs: 15 * MINUTE },
} as const satisfies Record<string, Throttle>;

/** An attempt in progress, which counts as wrong until it is reported as right; or why it is blocked. */
export type Attempt =
  | { right(): Promise<void> }
  | { refusedMs: number /** Whether others' tries at this account are the reason. */; bySubject: boolean };

export type LoginThrottle = {
  /**
   * Starts an attempt at `subject` from a network. It is counted before the password is verified, so that concurrent
   * attempts do not all count as the first.
   */
  begin(subject: string, network: string): Promise<Attempt>;
};

export function openLoginThrottle(limits: Limits, now: () => number): LoginThrottle {
  return {
    async begin(subject, network) {
      const take = (rule: keyof typeof rules, name: string) => ({
        key: limits.keyFor('password', rule, name),
        limit: rules[rule],
      });
      const wide = wideNetworkOf(network);
      const networks = [take('network', network), ...(wide === null ? [] : [take('wide', wide)])];
      const own = take('subject', subject);
      const refused = await limits.consume([...networks, own], now());
      if (refused !== null) {
        return { refusedMs: refused.blockedUntil - now(), bySubject: refused.key === own.key };
      }
      return {
        async right() {
          await limits.reset(own.key);
          for (const one of networks) await limits.refund(one, now());
        },
      };
    },
  };
}

/** For load tests on loopback. */
export const unlimitedLoginThrottle: LoginThrottle = { begin: async () => ({ right: async () => {} }) };
