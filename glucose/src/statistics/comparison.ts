import type { Statistics } from './statistics.ts';

/** How a period differs from the one before: the later less the earlier. `…Points` are percentage points. */
export type Comparison = {
  targetPoints: number;
  belowPoints: number;
  abovePoints: number;
  meanMgdl: number;
  cvPercent: number | null;
  sentence: string;
};

/** This many more points in range are clinically meaningful. Source: Battelino et al., Diabetes Care 2019;42:1593. */
export const USEFUL_POINTS = 5;

/**
 * Two periods side by side.
 *
 * Edges   differences are unrounded; the sentence rounds to whole points. Only when both periods have enough
 *         readings does it say whether the change counts.
 * Empty   null when either period has no readings.
 */
export function comparisonOf(current: Statistics | null, before: Statistics | null): Comparison | null {
  if (current === null || before === null) return null;
  const points = (share: (statistics: Statistics) => number) => 100 * (share(current) - share(before));
  const targetPoints = points(({ shares }) => shares.target);
  const isJudged = current.sufficiency.isEnough && before.sufficiency.isEnough;
  const { cvPercent } = current;
  return {
    targetPoints,
    belowPoints: points(({ shares }) => shares['very-low'] + shares.low),
    abovePoints: points(({ shares }) => shares.high + shares['very-high']),
    meanMgdl: current.meanMgdl - before.meanMgdl,
    cvPercent: cvPercent === null || before.cvPercent === null ? null : cvPercent - before.cvPercent,
    sentence: sentenceOf(targetPoints, isJudged),
  };
}

function sentenceOf(targetPoints: number, isJudged: boolean): string {
  const points = Math.round(Math.abs(targetPoints));
  if (points === 0) return 'As much time in target as in the period before.';
  const way = targetPoints > 0 ? 'more' : 'less';
  const episodes = `${points} percentage ${points === 1 ? 'point' : 'points'} ${way} time in target than in the period before`;
  return isJudged && Math.abs(targetPoints) >= USEFUL_POINTS
    ? `${episodes}: a meaningful change.`
    : `${episodes}.`;
}
