import type { Period } from '../series/period.ts';
import type { Population } from './bands.ts';
import { type JudgedGoal, judgeGoals } from './goals.ts';
import { cvOf, gmiOf, meanOf, type RiskIndex, riskIndexOf, sdOf } from './measures.ts';
import { type Sufficiency, sufficiencyOf } from './sufficiency.ts';
import type { Tally } from './tally.ts';
import { type BandShares, timeInRange } from './time-in-range.ts';

/** The numbers of a period. Plain JSON. */
export type Statistics = {
  readings: number;
  coveredMs: number;
  sufficiency: Sufficiency;
  shares: BandShares;
  lowestMgdl: number;
  highestMgdl: number;
  meanMgdl: number;
  sdMgdl: number | null;
  cvPercent: number | null;
  gmiPercent: number | null;
  riskIndex: RiskIndex | null;
  goals: JudgedGoal[] | null;
};

/**
 * The statistics of a period, from the tally of its readings.
 *
 * Units   mg/dL, percent, shares 0..1, milliseconds; as the names say.
 * Edges   SD and CV are null with one reading; GMI, risk index and goals while there is too little to judge.
 * Empty   null without readings.
 * Throws  RangeError when the period does not end after it begins.
 */
export function statisticsOf(tally: Tally, period: Period, population: Population): Statistics | null {
  const sufficiency = sufficiencyOf(tally, period);
  const shares = timeInRange(tally, population);
  const meanMgdl = meanOf(tally);
  if (shares === null || meanMgdl === null) return null;
  const { isEnough } = sufficiency;
  return {
    readings: tally.readings,
    coveredMs: tally.coveredMs,
    sufficiency,
    shares,
    lowestMgdl: tally.weightMs.findIndex((ms) => ms > 0),
    highestMgdl: tally.weightMs.findLastIndex((ms) => ms > 0),
    meanMgdl,
    sdMgdl: sdOf(tally),
    cvPercent: cvOf(tally),
    gmiPercent: isEnough ? gmiOf(meanMgdl) : null,
    riskIndex: isEnough ? riskIndexOf(tally) : null,
    goals: isEnough ? judgeGoals(shares, population) : null,
  };
}
