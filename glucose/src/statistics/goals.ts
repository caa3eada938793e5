import type { Band, Population } from './bands.ts';
import type { BandShares } from './time-in-range.ts';

/** The subject of a goal. `below` and `above` combine the bands on that side of the target. */
export const goalMeasures = ['very-low', 'below', 'target', 'above', 'very-high'] as const;
export type GoalMeasure = (typeof goalMeasures)[number];

/** A goal for a share of time: less or more than so many percent of it. */
export type Goal = { measure: GoalMeasure; than: 'less' | 'more'; percent: number };
export type JudgedGoal = Goal & { share: number; isMet: boolean };

const less = (measure: GoalMeasure, percent: number): Goal => ({ measure, than: 'less', percent });
const more = (measure: GoalMeasure, percent: number): Goal => ({ measure, than: 'more', percent });

/**
 * The goals of each population.
 *
 * Assumes pregnancy with type 1: for type 2 and gestational diabetes the target is the same, percentages are not
 *         agreed. Not advice: a care team may set other goals.
 * Source  Battelino et al., Diabetes Care 2019;42:1593.
 */
export const goalsOf: Readonly<Record<Population, readonly Goal[]>> = {
  adult: [less('very-low', 1), less('below', 4), more('target', 70), less('above', 25), less('very-high', 5)],
  older: [less('below', 1), more('target', 50), less('above', 50), less('very-high', 10)],
  pregnancy: [less('very-low', 1), less('below', 4), more('target', 70), less('above', 25)],
};

/**
 * Which goals of a population are met.
 *
 * Edges   "less than 4 %" is not met by exactly 4 %, "more than 70 %" not by exactly 70 %. Judged unrounded.
 */
export function judgeGoals(shares: BandShares, population: Population): JudgedGoal[] {
  return goalsOf[population].map((goal) => {
    const share = bandsWithin[goal.measure].reduce((sum, band) => sum + shares[band], 0);
    const isMet = goal.than === 'less' ? share * 100 < goal.percent : share * 100 > goal.percent;
    return { ...goal, share, isMet };
  });
}

const bandsWithin: Readonly<Record<GoalMeasure, readonly Band[]>> = {
  'very-low': ['very-low'],
  below: ['very-low', 'low'],
  target: ['target'],
  above: ['high', 'very-high'],
  'very-high': ['very-high'],
};
