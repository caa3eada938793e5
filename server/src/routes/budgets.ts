import { CHECK_NOW_EVERY_MS } from '@tealight/contract';
import { tooMany } from '../http/problem-error.ts';
import type { Limits } from '../limits/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';

/**
 * How many at once, and after how long one more. Own choice: enough for a family or a class behind one address,
 * too few for a flood of emails or of sign-ins at a vendor.
 */
const budgets = {
  /** Sign-ups from one network address; each costs a hash and an email. */
  'sign-up': { burst: 60, everyMs: MINUTE },
  /** Emails requested from one network address. */
  'mail-asked': { burst: 30, everyMs: MINUTE },
  /** Confirmation emails requested again for one email address (requirement: one a minute). */
  'confirm-mail': { burst: 1, everyMs: MINUTE },
  /** Reset emails for one email address. */
  'reset-mail': { burst: 1, everyMs: MINUTE },
  /** All emails to an unconfirmed address: five at once, then one a day. */
  'unconfirmed-mail': { burst: 5, everyMs: DAY },
  /** Emails that inform the owner of a sign-up with their address. */
  'registered-mail': { burst: 1, everyMs: MINUTE },
  /** Sign-in links for an account whose password is being guessed, for one email address. */
  'sign-in-link': { burst: 1, everyMs: HOUR },
  /** Emails about an export or a new connection code, for one account and kind. */
  'activity-mail': { burst: 1, everyMs: HOUR },
  /** Emails about sign-ins with a new browser, for one account: a program can call itself a new one each time. */
  'sign-in-mail': { burst: 10, everyMs: HOUR / 2 },
  /**
   * Emails about a changed password, for one account: more than anybody needs, so that the owner hears of each change
   * that matters. After a reset there is no limit of its own: its link was in a `reset-mail`.
   */
  'password-mail': { burst: 10, everyMs: HOUR / 2 },
  /** What one follower does with one wearer that is recorded, so that nobody pushes older records out (PPL-33). */
  recorded: { burst: 60, everyMs: MINUTE },
  /** Sign-ins at a vendor for one wearer: Tealight must not be usable to guess logins elsewhere. */
  connect: { burst: 20, everyMs: 30 * SECOND },
  /**
   * The same, in units of a successful sign-in; one that the vendor rejects costs `REFUSED_COST`. One login at a
   * vendor: five rejections, then one in twelve minutes, below what vendors lock an account for.
   */
  'connect-login': { burst: 30, everyMs: 2 * MINUTE },
  /** One network address: ten rejections, then one in six minutes. */
  'connect-network': { burst: 60, everyMs: MINUTE },
  /** The whole server: 500 rejections, then 20 a minute; more can only be guessing of passwords. */
  'connect-all': { burst: 3000, everyMs: SECOND / 2 },
  /** Polls that a wearer asks for, one wearer. */
  'check-now': { burst: 1, everyMs: CHECK_NOW_EVERY_MS },
  /** Statistics of past dates of one wearer: read from the store each time, up to 0.1 s of the processor. */
  'past-statistics': { burst: 120, everyMs: SECOND / 2 },
  /** Statistics and profiles of a month and more up to now, for one account or share link: a page asks for each reading. */
  'long-statistics': { burst: 120, everyMs: SECOND / 4 },
  /** Unknown secrets of share links from one network. Own choice, as for connection codes: a page asks again on its own. */
  'share-secret': { burst: 30, everyMs: 10 * SECOND },
  /** Openings of one share link that are counted, for one network (PPL-29). */
  'share-opened': { burst: 1, everyMs: HOUR },
  /** Openings of one share link that are recorded (PPL-33). */
  'share-opened-audit': { burst: 1, everyMs: DAY },
  /** Invitations and hand-overs that one account makes in an hour (PPL-8). */
  invitation: { burst: 10, everyMs: HOUR / 10 },
  /** Looks at invitations from one network: a token cannot be guessed, but each look reads the store. */
  'invitation-look': { burst: 60, everyMs: SECOND },
  /** Channels that an account adds, and tests that it sends: each may be a call to a service. */
  'alarm-channel': { burst: 20, everyMs: 15 * SECOND },
  /** What notifications say without a session, from one network: a family behind one address, in a storm of alarms. */
  'alarm-link': { burst: 120, everyMs: SECOND },
  /** Photos and exports of one account, which are expensive. */
  heavy: { burst: 20, everyMs: 10 * SECOND },
} as const;

/** The cost of a sign-in that the vendor rejects; a successful one costs 1. */
export const REFUSED_COST = 6;

export type Budget = keyof typeof budgets;

export type Budgets = {
  /** Counts one more, if allowed, and returns whether it is. */
  allows(budget: Budget, key: string | number): Promise<boolean>;
  /** Counts one more. Throws `too-many-tries` with the time to wait. */
  spend(budget: Budget, key: string | number): Promise<void>;
  /**
   * Counts `cost` on all of these or on none. Throws `too-many-tries` with the time to wait. Returns a function that
   * refunds unused cost.
   */
  reserve(
    entries: readonly (readonly [Budget, string])[],
    cost: number,
  ): Promise<(cost: number) => Promise<void>>;
};

/** Budgets that refill steadily, shared by all nodes. */
export function openBudgets(limits: Limits, now: () => number): Budgets {
  const takeOf = (budget: Budget, key: string | number) => ({
    key: limits.keyFor('budget', budget, key),
    limit: budgets[budget],
  });
  const waitMs = async (budget: Budget, key: string | number): Promise<number> => {
    const refused = await limits.consume([takeOf(budget, key)], now());
    return refused === null ? 0 : refused.blockedUntil - now();
  };
  return {
    allows: async (budget, key) => (await waitMs(budget, key)) <= 0,
    async spend(budget, key) {
      const wait = await waitMs(budget, key);
      if (wait > 0) throw tooMany(wait);
    },
    async reserve(entries, cost) {
      const takes = entries.map(([budget, key]) => ({ ...takeOf(budget, key), cost }));
      const refused = await limits.consume(takes, now());
      if (refused !== null) throw tooMany(refused.blockedUntil - now());
      return async (unused) => {
        for (const take of takes) await limits.refund({ ...take, cost: unused }, now());
      };
    },
  };
}

/** For load tests on loopback. */
export const noBudgets: Budgets = {
  allows: async () => true,
  spend: async () => {},
  reserve: async () => async () => {},
};
