import { MINUTE, SECOND } from '../times.ts';
import { recent } from './recent.ts';
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
  /** Sign-ins at a vendor, one wearer: Tealight must not serve to guess logins elsewhere. */
  connect: { burst: 20, everyMs: 30 * SECOND },
  /** Photos and exports, one account: they cost work. */
  heavy: { burst: 20, everyMs: 10 * SECOND },
} as const;

export type Budget = keyof typeof budgets;

export type Budgets = {
  /** Whether one more is allowed; if so it is counted. */
  allows(budget: Budget, key: string | number): boolean;
  /** Counts one more. Throws `too-many-tries` with the time to wait. */
  spend(budget: Budget, key: string | number): void;
};

/** Budgets that refill steadily (the generic cell rate algorithm: one moment a key). Kept in memory. */
export function openBudgets(now: () => number): Budgets {
  const fullAt = recent<number>();
  const take = (budget: Budget, key: string | number): number => {
    const { burst, everyMs } = budgets[budget];
    const name = `${budget}:${key}`;
    const full = Math.max(fullAt.get(name) ?? 0, now());
    const waitMs = full - (burst - 1) * everyMs - now();
    if (waitMs <= 0) fullAt.set(name, full + everyMs);
    return waitMs;
  };
  return {
    allows: (budget, key) => take(budget, key) <= 0,
    spend(budget, key) {
      const waitMs = take(budget, key);
      if (waitMs > 0) throw tooMany(waitMs);
    },
  };
}

/** For load tests on loopback. */
export const noBudgets: Budgets = { allows: () => true, spend: () => {} };
