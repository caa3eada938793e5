import type { SourceError } from '@tealight/sources';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';

/** What follows a trouble: nothing until the wearer acts, another try later, or a sign-in with the kept login. */
export type NextStep = { do: 'stop' } | { do: 'wait'; ms: number } | { do: 'sign-in'; elseMs: number };

const wait = (ms: number): NextStep => ({ do: 'wait', ms });
const stop: NextStep = { do: 'stop' };

/** A source that was away for an hour has its readings back within a minute: so seldom, and not seldomer. */
const DOWN_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND];
const DOWN_FOR_HOURS_MS = [
  { failures: 160, ms: 45 * SECOND }, // two hours of it
  { failures: 420, ms: 5 * MINUTE }, // a day of it
];
const DOWN_FOR_DAYS_MS = 30 * MINUTE;
const UNREADABLE_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE];
const TOO_MANY_MS = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE];
/** Sharing is switched on elsewhere, at any time; looking for it costs one call. */
const NOT_SHARED_MS = HOUR;
/** Looking for the key again costs no call; it may have been restored. */
const KEY_LOST_MS = 5 * MINUTE;
/** No vendor means longer than this; a longer answer is a mistake in it. */
const LONGEST_MS = DAY;

/** What to do after the trouble, the `failures`-th in a row (from 1). A vendor's own waiting time is never cut short. */
export function afterTrouble({ trouble, retryAfterMs }: SourceError, failures: number): NextStep {
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_MS);
  switch (trouble) {
    case 'wrong-login':
    case 'terms-to-accept':
    case 'needs-human':
    case 'choose-person':
    case 'person-gone':
    case 'wrong-region':
    case 'wrong-address':
    case 'refused-address':
      return stop;
    case 'locked-out':
      return retryAfterMs === undefined ? stop : wait(asked);
    case 'not-shared':
      return wait(Math.max(asked, NOT_SHARED_MS));
    case 'key-lost':
      return wait(KEY_LOST_MS);
    case 'session-over':
      return { do: 'sign-in', elseMs: step(TOO_MANY_MS, failures, HOUR) };
    case 'too-many-calls':
      return wait(Math.max(asked, step(TOO_MANY_MS, failures, 30 * MINUTE)));
    case 'unreachable':
      return wait(Math.max(asked, downMs(failures)));
    case 'unreadable':
      return wait(Math.max(asked, step(UNREADABLE_MS, failures, HOUR)));
  }
}

/** Spreads those who wait for the same thing, and never asks sooner than `ms`. */
export const spread = (ms: number, chance: number): number => ms * (1 + chance / 5);

const step = (steps: readonly number[], failures: number, then: number): number =>
  steps[failures - 1] ?? then;

function downMs(failures: number): number {
  const hours = DOWN_FOR_HOURS_MS.find((stage) => failures <= stage.failures);
  return step(DOWN_MS, failures, hours?.ms ?? DOWN_FOR_DAYS_MS);
}
