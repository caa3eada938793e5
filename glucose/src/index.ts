export { type AlarmReading, FRESH_MS } from './alarms/alarm-readings.ts';
export { readingsNeededMs } from './alarms/conditions.ts';
export {
  type AlarmNotification,
  type AlarmReason,
  alarmReasons,
  type EndCause,
  endCauses,
  episodeName,
} from './alarms/episodes.ts';
export {
  type DueStep,
  deliveriesBetweenSteps,
  type Escalation,
  escalate,
  type UnseenAlarm,
} from './alarms/escalation/escalation.ts';
export {
  type Delivery,
  deliveriesOf,
  isOnDuty,
  type Loudness,
  loudnesses,
  type Recipient,
  type Weekday,
  type WeeklyHours,
  weekdays,
} from './alarms/escalation/recipients.ts';
export { type EscalationStep, escalationSteps } from './alarms/escalation/steps.ts';
export { type AlarmEvaluation, type AlarmInput, evaluateAlarms } from './alarms/evaluate.ts';
export {
  type AlarmDefinition,
  type AlarmFamily,
  type AlarmKind,
  type AlarmNumber,
  type AlarmPriority,
  alarmDefinitions,
  alarmFamilies,
  alarmKinds,
  alarmNumbers,
  kindsOfFamily,
  type NumberLimits,
  priorityOf,
  rankOf,
  type SnoozeChoice,
} from './alarms/kinds.ts';
export { hasGlucoseAlarms, longestDelayMs, type SourceDelay, shownLateMs } from './alarms/no-data.ts';
export {
  type AlarmRule,
  type AlarmRules,
  type AlarmSettings,
  type AlarmTime,
  alarmTimes,
  initialAlarmRules,
  proposedAlarmRules,
  thresholdOf,
} from './alarms/settings.ts';
export {
  type AlarmSettingsError,
  type AlarmSettingsErrorCode,
  alarmSettingsErrorCodes,
  alarmSettingsErrors,
} from './alarms/settings-errors.ts';
export { type AlarmSnooze, buttonMinutes, isSnoozeChoice, seenSnooze, snoozeOf } from './alarms/snoozes.ts';
export { type AlarmState, emptyAlarmState, parseAlarmState, serializeAlarmState } from './alarms/state.ts';
export {
  beyondSensor,
  HIGH_MGDL,
  HIGH_OF_LIBRE_MGDL,
  isBeyondSensor,
  LOW_MGDL,
  readingInSentence,
  readingWithUnit,
  showReading,
} from './beyond-sensor.ts';
export { colorOf, gradientOf } from './color.ts';
export { type Flash, type Glow, type GlowView, glowOf, NO_DATA_BRIGHTNESS } from './glow.ts';
export { contrastOf, DARK_INK, inkOn, LIGHT_INK } from './ink.ts';
export { NEUTRAL_COLOR, NO_DATA_COLOR, type Palette, palettes } from './palette.ts';
export { type Percentiles, type ProfilePoint, type ProfileResolution, profileOf } from './profile/profile.ts';
export { type ProfileSufficiency, profileSufficiencyOf } from './profile/profile-sufficiency.ts';
export { convertRange, type Range, rangeLimits, type Setpoints, setpointsOf } from './range/range.ts';
export { type RangeMistakes, rangeMistakes } from './range/range-errors.ts';
export { type RangeDraft, switchUnit } from './range/switch-unit.ts';
export { type Reading, type Trend, trends } from './reading.ts';
export { dayOfDate, type LocalDays, localDayAt, periodOfDays } from './series/local-days.ts';
export { type DailyHours, isDuring, localTimeAt, nextHoursChange } from './series/local-time.ts';
export {
  DAY_MS,
  HOUR_MS,
  lengthOf,
  lengthWords,
  MINUTE_MS,
  type Period,
  periodBefore,
  showSpan,
} from './series/period.ts';
export { type ChartPoints, pointsOf } from './series/points.ts';
export { type Series, seriesOf, seriesOfColumns, within } from './series/series.ts';
export { isTimeZone, type OffsetChange, offsetsOf } from './series/time-zone.ts';
export { CLOCK_SKEW_MS, isStale, STALE_AFTER_MS } from './stale.ts';
export {
  type Band,
  type BandLimits,
  bands,
  bandsOf,
  bandWords,
  type Population,
  populations,
  showBand,
} from './statistics/bands.ts';
export { type Comparison, comparisonOf, USEFUL_POINTS } from './statistics/comparison.ts';
export { eventsOf, type GlucoseEvent } from './statistics/events.ts';
export {
  type Goal,
  type GoalMeasure,
  goalMeasures,
  goalsOf,
  type JudgedGoal,
  judgeGoals,
} from './statistics/goals.ts';
export { cvOf, gmiOf, meanOf, type RiskIndex, riskIndexOf, sdOf } from './statistics/measures.ts';
export { showPercent, showPercents, wholePercents } from './statistics/percents.ts';
export { type Statistics, statisticsOf } from './statistics/statistics.ts';
export { ENOUGH_COVERAGE, type Sufficiency, sufficiencyOf } from './statistics/sufficiency.ts';
export { addTallies, type Tally, tallyOf } from './statistics/tally.ts';
export { type BandShares, timeInRange } from './statistics/time-in-range.ts';
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
export { type Urgency, urgencyOf, urgencyWords } from './urgency.ts';
export { type Zone, zoneOf, zones } from './zone.ts';
