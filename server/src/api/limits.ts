import type { Limits } from '../limits/limits.ts';
import { type Budgets, noBudgets, openBudgets } from './budgets.ts';
import { type Guesses, noLimitOfGuesses, openGuesses } from './guesses.ts';

/** How much of what strangers may do; all of it without limits, for load tests on loopback. */
export const limitsOf = (limits: Limits | null, now: () => number): { guesses: Guesses; budgets: Budgets } =>
  limits === null
    ? { guesses: noLimitOfGuesses, budgets: noBudgets }
    : { guesses: openGuesses(limits, now), budgets: openBudgets(limits, now) };
