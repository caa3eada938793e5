export { colorOf, gradientOf } from './color.ts';
export { type Flash, type Glow, type GlowView, glowOf, NO_DATA_BRIGHTNESS } from './glow.ts';
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
