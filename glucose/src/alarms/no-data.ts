import { MINUTE_MS } from '../series/period.ts';
import { STALE_AFTER_MS } from '../stale.ts';
import { FRESH_MS } from './alarm-readings.ts';
import { type AlarmRules, numberOf } from './settings.ts';
import type { AlarmState } from './state.ts';

/**
 * How often a source has a reading, how long after a measurement it shows it, and how it is polled. Milliseconds.
 *
 * `visibleAfterMs` usually; `visibleWithinMs`: at most, by its design, where that is longer
 * `pauseMs`  the shortest pause between two polls, at least where the source is late by design
 * `spreadMs` while a vendor answers nobody, how much later missing data of this wearer ring: everybody's at once would
 *            hold up the alarms of others (ALM-46)
 * `since`    when it was connected, epoch ms: before it could not show readings
 */
export type SourceDelay = {
  everyMs: number;
  visibleAfterMs: number;
  visibleWithinMs?: number;
  pauseMs?: number;
  spreadMs?: number;
  since?: number;
};

/**
 * Whether alarms about glucose are offered: not for a source that shows readings 15 minutes late or later, by design.
 * Its readings are too old to warn about.
 */
export const hasGlucoseAlarms = ({ visibleAfterMs }: SourceDelay): boolean => visibleAfterMs < STALE_AFTER_MS;

/** The longest that a source takes by design to show a reading, ms. */
export const longestDelayMs = ({ visibleAfterMs, visibleWithinMs = 0 }: SourceDelay): number =>
  Math.max(visibleAfterMs, visibleWithinMs);

/**
 * How old the newest reading of a late source may be before the next one is here, by design: by what the source takes to
 * show it, and by the pause between two polls. 0 for other sources.
 */
export const shownLateMs = (source: SourceDelay): number =>
  hasGlucoseAlarms(source) ? 0 : source.everyMs + longestDelayMs(source) + (source.pauseMs ?? 0);

/**
 * When data are missing if no fresh reading comes, epoch ms: when the newest reading has the age that the rules allow.
 *
 * Edges   readings that are too old for the other alarms when they come do not put this off: ten minutes (`FRESH_MS`)
 *         are added to the time of the last reading that was fresh when it was evaluated (`judgedAt`), or to the time at
 *         which evaluations began.
 */
export function overdueAt(
  rules: AlarmRules,
  source: SourceDelay,
  { newestAt, judgedAt, resumedAt }: { newestAt: number } & Pick<AlarmState, 'judgedAt' | 'resumedAt'>,
): number {
  const { since = 0, spreadMs = 0 } = source;
  const allowedMs = shownLateMs(source) + numberOf(rules, 'no-data', 'minutes') * MINUTE_MS + spreadMs;
  const lastFreshAt = Math.max(judgedAt, resumedAt, since);
  return Math.min(Math.max(newestAt, since), lastFreshAt + FRESH_MS) + allowedMs;
}
