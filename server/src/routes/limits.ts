import type { Limits } from '../limits/limits.ts';
import { type Budgets, noBudgets, openBudgets } from './budgets.ts';
import { type LoginThrottle, openLoginThrottle, unlimitedLoginThrottle } from './sessions/login-throttle.ts';

/** The limits of anonymous clients; none for load tests on loopback. */
export const limitsOf = (
  limits: Limits | null,
  now: () => number,
): { guesses: LoginThrottle; budgets: Budgets } =>
  limits === null
    ? { guesses: unlimitedLoginThrottle, budgets: noBudgets }
    : { guesses: openLoginThrottle(limits, now), budgets: openBudgets(limits, now) };
