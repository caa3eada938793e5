import { DAY_MS, MINUTE_MS } from '../series/period.ts';
import { CLOCK_SKEW_MS } from '../stale.ts';
import { type AlarmKind, alarmFamilies } from './kinds.ts';
import type { AlarmState, Episode } from './state.ts';

/** After a pause, an old reading says nothing until sources have had this long to be asked. Own choice: the usual interval of polls. */
export const RESUME_MS = 5 * MINUTE_MS;

/**
 * The state as it holds now: whether this is the first evaluation, or the first after the server was down or its clock
 * was changed, and without times that are ahead of a clock that was set back.
 */
export function resumeState(state: AlarmState, now: number): AlarmState {
  const wasSetBack = now < state.evaluatedAt - CLOCK_SKEW_MS;
  const wasPaused = state.nextAt !== null && now > state.nextAt + RESUME_MS;
  if (state.evaluatedAt > 0 && !wasSetBack && !wasPaused) return state;
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

/** What rang an hour ahead must not be silent for an hour. */
function notAhead(episode: Episode, now: number): Episode {
  const { ringingSince, beyondAt, rangAt } = episode;
  return {
    ...episode,
    rangAt: timesNotAhead(rangAt, now),
    ringingSince: ringingSince === null ? null : Math.min(ringingSince, now),
    beyondAt: Math.min(beyondAt, now),
  };
}

function timesNotAhead(
  times: Partial<Record<AlarmKind, number>>,
  now: number,
): Partial<Record<AlarmKind, number>> {
  return Object.fromEntries(Object.entries(times).map(([kind, time]) => [kind, Math.min(time, now)]));
}
