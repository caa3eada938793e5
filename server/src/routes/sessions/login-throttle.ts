import type { Throttle } from '../../limits/limit.ts';
import type { Limits } from '../../limits/limits.ts';
import { wideNetworkOf } from '../../shared/client-address.ts';
import { MINUTE } from '../../shared/time-units.ts';

/**
 * How wrong passwords are slowed down: after some free tries each wrong one doubles the wait up to a limit, and
 * with time they are forgotten. Own choice, in the spirit of OWASP's Authentication Cheat Sheet: at the limit an
 * account takes some 60 guesses an hour, and nobody is ever locked out for longer than the limit.
 */
const rules = {
  /** One account, or one account from one place where its owner has signed in before. */
  subject: { free: 5, longestMs: MINUTE },
  /** One network; schools and offices share one. */
  network: { free: 30, longestMs: 15 * MINUTE },
  /** A /48 of IPv6: one customer's, or a university's. */
  wide: { free: 120, longestMs: 15 * MINUTE },
} as const satisfies Record<string, Throttle>;

/** A try in progress, which counts as wrong until it is said to be right; or why it may not begin. */
export type Attempt =
  | { right(): Promise<void> }
  | { refusedMs: number /** Whether others' tries at this account are the reason. */; bySubject: boolean };

export type LoginThrottle = {
  /**
   * Begins a try at `subject`, what is guessed, from a network. It is counted before the password is checked: tries
   * that run side by side must not all be the first.
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
