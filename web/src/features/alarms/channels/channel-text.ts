import type { AlarmChannel } from '@tealight/contract';
import { channelsText as text } from '../../../text/alarms/channels.ts';
import { ageText } from '../../reading/age.ts';

/** So long a channel counts as reached (ALM-29). */
const REACHED_WITHIN_MS = 7 * 24 * 3_600_000;

/** Whether a message reached the channel within a week of `now`, epoch milliseconds. */
export const isReached = ({ reachedAt }: AlarmChannel, now: number): boolean =>
  reachedAt !== null && now - Date.parse(reachedAt) < REACHED_WITHIN_MS;

/** `1.2` for 1234 ms. */
export const secondsText = (ms: number): string => (ms / 1000).toFixed(1);

/** When a message last reached a channel; a browser says that it has shown it, other services that they accepted it. */
export function reachedText({ kind, reachedAt, shownAfterMs }: AlarmChannel, now: number): string {
  if (reachedAt === null) return text.neverReached;
  const age = ageText(reachedAt, now);
  if (kind !== 'web-push') return text.accepted({ age });
  return shownAfterMs === null
    ? text.shown({ age })
    : text.shownAfter({ age, seconds: secondsText(shownAfterMs) });
}

/** Why the last message failed, and what to do; null where one has reached the channel since. */
export function failureText({ failedAt, failure, reachedAt }: AlarmChannel, now: number): string | null {
  if (failedAt === null || failure === null) return null;
  if (reachedAt !== null && Date.parse(reachedAt) >= Date.parse(failedAt)) return null;
  return text.failed({ age: ageText(failedAt, now), why: text.failures[failure] });
}
