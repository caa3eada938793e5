import type { Limits } from '../limits/limits.ts';
import { HOUR, MINUTE, SECOND } from '../times.ts';
import { tooMany } from './refusal.ts';

/**
 * How much at once, and after how long one more. Own choice: a family or a class behind one address must get
 * through, a flood of mails or of sign-ins at a vendor must not.
 */
const budgets = {
  /** Sign-ups from one network address; each costs a hash and a mail. */
  'sign-up': { burst: 60, everyMs: MINUTE },
  /** Mails asked for from one network address. */
  'mail-asked': { burst: 30, everyMs: MINUTE },
  /** Confirmation mails asked for again, one e-mail address (requirement: one a minute). */
  'confirm-mail': { burst: 1, everyMs: MINUTE },
  /** Reset mails, one e-mail address. */
  'reset-mail': { burst: 1, everyMs: MINUTE },
  /** Mails that tell the owner of a sign-up with their address. */
  'registered-mail': { burst: 1, everyMs: MINUTE },
  /** Sign-in links for an account whose password strangers guess, one e-mail address. */
  'sign-in-link': { burst: 1, everyMs: HOUR },
  /** Sign-ins at a vendor, one wearer: Tealight must not serve to guess logins elsewhere. */
  connect: { burst: 20, everyMs: 30 * SECOND },
  /** Photos and exports, one account: they cost work. */
  heavy: { burst: 20, everyMs: 10 * SECOND },
} as const;

export type Budget = keyof typeof budgets;

export type Budgets = {
  /** Whether one more is allowed; if so it is counted. */
  allows(budget: Budget, key: string | number): Promise<boolean>;
  /** Counts one more. Throws `too-many-tries` with the time to wait. */
  spend(budget: Budget, key: string | number): Promise<void>;
};

/** Budgets that refill steadily, shared by all nodes. */
export function openBudgets(limits: Limits, now: () => number): Budgets {
  const waitMs = async (budget: Budget, key: string | number): Promise<number> => {
    const take = { key: limits.keyFor('budget', budget, key), limit: budgets[budget] };
    const refused = await limits.take([take], now());
    return refused === null ? 0 : refused.closedUntil - now();
  };
  return {
    allows: async (budget, key) => (await waitMs(budget, key)) <= 0,
    async spend(budget, key) {
      const wait = await waitMs(budget, key);
      if (wait > 0) throw tooMany(wait);
    },
  };
}

/** For load tests on loopback. */
export const noBudgets: Budgets = { allows: async () => true, spend: async () => {} };
