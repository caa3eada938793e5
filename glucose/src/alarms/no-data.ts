import { MINUTE_MS } from '../series/period.ts';
import { STALE_AFTER_MS } from '../stale.ts';
import { type AlarmRules, numberOf } from './settings.ts';

/**
 * How often a source has a reading, and how long after a measurement it shows it. Milliseconds.
 *
 * `spreadMs` while a vendor answers nobody, how much later missing data of this wearer ring: everybody's at once would
 *            hold up the alarms of others (ALM-46)
 */
export type SourceDelay = { everyMs: number; visibleAfterMs: number; spreadMs?: number };

/**
 * Whether alarms about glucose are offered: not for a source that shows readings 15 minutes late or later, by design.
 * What it says is no current data, and an alarm about it would only seem to watch.
 */
export const hasGlucoseAlarms = ({ visibleAfterMs }: SourceDelay): boolean => visibleAfterMs < STALE_AFTER_MS;

/** How old the newest reading of a late source is before the next one should have been shown; 0 for other sources. */
export const shownLateMs = (source: SourceDelay): number =>
  hasGlucoseAlarms(source) ? 0 : source.everyMs + source.visibleAfterMs;

/** From this age of the newest reading on data are missing. */
export const noDataAfterMs = (rules: AlarmRules, source: SourceDelay): number =>
  shownLateMs(source) + numberOf(rules, 'no-data', 'minutes') * MINUTE_MS + (source.spreadMs ?? 0);
