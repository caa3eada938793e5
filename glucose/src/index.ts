export { colorOf, gradientOf } from './color.ts';
export { type Flash, type Glow, type GlowView, glowOf, NO_DATA_BRIGHTNESS } from './glow.ts';
export {
  type Band,
  type BandLimits,
  bands,
  bandsOf,
  bandWords,
  type Population,
  populations,
  showBand,
} from './history/bands.ts';
export { type Comparison, comparisonOf, USEFUL_POINTS } from './history/comparison.ts';
export { eventsOf, type GlucoseEvent } from './history/events.ts';
export {
  type Goal,
  type GoalMeasure,
  goalMeasures,
  goalsOf,
  type JudgedGoal,
  judgeGoals,
} from './history/goals.ts';
export { cvOf, gmiOf, meanOf, type RiskIndex, riskIndexOf, sdOf } from './history/measures.ts';
export { showPercent, showPercents, wholePercents } from './history/percents.ts';
export { DAY_MS, lengthOf, lengthWords, type Period, periodBefore, showSpan } from './history/period.ts';
export { type ChartPoints, pointsOf } from './history/points.ts';
export { type Percentiles, type ProfileGrain, type ProfilePoint, profileOf } from './history/profile.ts';
export { type ProfileSufficiency, profileSufficiencyOf } from './history/profile-sufficiency.ts';
export { type Series, seriesOf, within } from './history/series.ts';
export { type Statistics, statisticsOf } from './history/statistics.ts';
export { type Sufficiency, sufficiencyOf } from './history/sufficiency.ts';
export { addTallies, type Tally, tallyOf } from './history/tally.ts';
export { type BandShares, timeInRange } from './history/time-in-range.ts';
export { isTimeZone, type OffsetChange, offsetsOf } from './history/time-zone.ts';
export { contrastOf, DARK_INK, inkOn, LIGHT_INK } from './ink.ts';
export { NEUTRAL_COLOR, NO_DATA_COLOR, type Palette, palettes } from './palette.ts';
export { convertRange, type Range, rangeLimits, type Setpoints, setpointsOf } from './range.ts';
export { type RangeMistakes, rangeMistakes } from './range-mistakes.ts';
export { type Reading, type Trend, trends } from './reading.ts';
export { CLOCK_SKEW_MS, isStale, STALE_AFTER_MS } from './stale.ts';
export { type RangeDraft, switchUnit } from './switch-unit.ts';
export { DELTA_GAP_MS, deltaOf, previousOf, trendArrows, trendOf, trendWords } from './trend.ts';
export {
  convert,
  glucoseIn,
  MGDL_PER_MMOL,
  showDelta,
  showGlucose,
  showValue,
  toMgdl,
  toMmol,
  type Unit,
  units,
} from './units.ts';
export { type Zone, zoneOf, zones } from './zone.ts';
