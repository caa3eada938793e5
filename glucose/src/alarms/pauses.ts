import { DAY_MS, MINUTE_MS } from '../series/period.ts';
import { CLOCK_SKEW_MS } from '../stale.ts';
import { type AlarmKind, alarmFamilies } from './kinds.ts';
import type { AlarmState, Episode } from './state.ts';

/**
 * An evaluation that is this late, or later, shows a pause. Own choice: longer than another node needs to take over
 * (30 seconds) and than an evaluation that failed waits for the next (60 seconds), and much less than `RESUME_MS`.
 */
export const PAUSED_AFTER_MS = 90_000;

/** After a pause, an old reading says nothing until sources have had this long to be asked. Own choice: the usual interval of polls. */
export const RESUME_MS = 5 * MINUTE_MS;

/**
 * The state as it holds now: whether this is the first evaluation, or the first after the server was down or its clock
 * was changed, and without times that are ahead of a clock that was set back.
 */
export function resumeState(state: AlarmState, now: number): AlarmState {
  const wasSetBack = now < state.evaluatedAt - CLOCK_SKEW_MS;
  if (state.evaluatedAt > 0 && !wasSetBack && !wasPaused(state, now)) return state;
  // No clock that is only seconds or hours wrong reads readings of tomorrow.
  const judgedAt = state.judgedAt > now + DAY_MS ? 0 : state.judgedAt;
  if (!wasSetBack) return { ...state, judgedAt, resumedAt: now };
  const episodes: AlarmState['episodes'] = {};
  for (const family of alarmFamilies) {
    const episode = state.episodes[family];
    if (episode !== undefined) episodes[family] = notAhead(episode, now);
  }
  return { ...state, judgedAt, resumedAt: now, episodes, overSince: timesNotAhead(state.overSince, now) };
}

/**
 * Whether evaluations paused, so that sources were not asked either.
 *
 * Edges   a pause of less than five minutes counts once until a reading that was taken later is evaluated: a node that
 *         is always late, or fails again and again, must not postpone missing data for ever. A longer one always counts.
 */
function wasPaused({ nextAt, resumedAt, judgedAt }: AlarmState, now: number): boolean {
  const lateMs = nextAt === null ? 0 : now - nextAt;
  return lateMs > RESUME_MS || (lateMs >= PAUSED_AFTER_MS && resumedAt <= judgedAt);
}

/** What rang an hour ahead must not be silent for an hour. */
function notAhead(episode: Episode, now: number): Episode {
  const { ringingSince, beyondAt, noSlopeSince, rangAt } = episode;
  return {
    ...episode,
    rangAt: timesNotAhead(rangAt, now),
    ringingSince: ringingSince === null ? null : Math.min(ringingSince, now),
    beyondAt: Math.min(beyondAt, now),
    noSlopeSince: noSlopeSince === null ? null : Math.min(noSlopeSince, now),
  };
}

function timesNotAhead(
  times: Partial<Record<AlarmKind, number>>,
  now: number,
): Partial<Record<AlarmKind, number>> {
  return Object.fromEntries(Object.entries(times).map(([kind, time]) => [kind, Math.min(time, now)]));
}
