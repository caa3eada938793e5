import { type DailyHours, nextHoursChange } from '../series/local-time.ts';
import { LOST_AFTER_MS } from './active-kinds.ts';
import { FRESH_MS } from './alarm-readings.ts';
import { FAST_ENDS_AFTER_MS } from './conditions.ts';
import { type Moment, nextRingAt } from './episodes.ts';
import { alarmFamilies } from './kinds.ts';
import { overdueAt, type SourceDelay } from './no-data.ts';
import { RESUME_MS } from './pauses.ts';
import type { AlarmRules } from './settings.ts';
import { type AlarmSnooze, SNOOZE_ENDS_AFTER_MS, snoozeEnds } from './snoozes.ts';
import type { AlarmState } from './state.ts';

/** What has just been decided, and what it depended on. */
type Decided = {
  rules: AlarmRules;
  state: AlarmState;
  snoozes: readonly AlarmSnooze[];
  source: SourceDelay;
  night: DailyHours | null;
  timeZone: string;
  moment: Moment;
};

/** The first moment after now at which something may change although no reading came; null for none. */
export function nextEvaluationAt(decided: Decided): number | null {
  const { now } = decided.moment;
  const times = [...dataTimes(decided), ...episodeTimes(decided), ...snoozeTimes(decided)];
  const { night, timeZone } = decided;
  if (night !== null) times.push(nextHoursChange(night, timeZone, now) ?? Number.POSITIVE_INFINITY);
  const next = Math.min(...times.filter((time) => time > now));
  return Number.isFinite(next) ? next : null;
}

/**
 * When data will be missing, and one evaluation before: if that one is late, there was a pause, and sources have five
 * minutes to be asked. Without it, nothing would show a pause that ends just before data are missing.
 */
function dataTimes({ rules, state, source, moment }: Decided): number[] {
  if (!rules['no-data'].isOn || state.episodes['no-data'] !== undefined) return [];
  const dueAt = overdueAt(rules, source, { ...state, newestAt: moment.newest.takenAt });
  return [dueAt - RESUME_MS, Math.max(dueAt, state.resumedAt + RESUME_MS)];
}

function episodeTimes({ state, moment }: Decided): number[] {
  const { takenAt } = moment.newest;
  const freshUntil = takenAt + FRESH_MS;
  const waits = Object.values(state.waiting).filter((endOfWait) => endOfWait <= freshUntil);
  return alarmFamilies.reduce<number[]>((times, family) => {
    const episode = state.episodes[family];
    if (episode === undefined) return times;
    const ringAt = nextRingAt(episode, moment);
    if (ringAt !== null) times.push(ringAt);
    if (family === 'falling' || family === 'rising') times.push(episode.beyondAt + FAST_ENDS_AFTER_MS);
    if (family !== 'no-data') times.push(takenAt + LOST_AFTER_MS);
    return times;
  }, waits);
}

function snoozeTimes({ state, snoozes, moment }: Decided): number[] {
  return snoozes.flatMap((snooze) => {
    const over = state.overSince[snooze.kind];
    const ends = snoozeEnds(snooze, moment.now, state.resumedAt);
    return over === undefined ? [ends] : [ends, over + SNOOZE_ENDS_AFTER_MS];
  });
}
