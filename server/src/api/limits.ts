import { type Budgets, noBudgets, openBudgets } from './budgets.ts';
import { type Guesses, noLimitOfGuesses, openGuesses } from './guesses.ts';

/** How much of what strangers may do; all of it, for load tests on loopback. */
export const limitsOf = (on: boolean, now: () => number): { guesses: Guesses; budgets: Budgets } =>
  on
    ? { guesses: openGuesses(now), budgets: openBudgets(now) }
    : { guesses: noLimitOfGuesses, budgets: noBudgets };
