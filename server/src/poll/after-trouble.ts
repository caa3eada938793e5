import type { SourceError, Trouble } from '@tealight/sources';
import { DAY, MINUTE, SECOND } from '../times.ts';

/** What follows a trouble: nothing until the wearer acts, another try later, or a sign-in with the kept login. */
export type NextStep = { do: 'stop' } | { do: 'wait'; ms: number } | { do: 'sign-in'; elseMs: number };

/** What is known of the connection besides the trouble that it met. */
export type Past = {
  /** Troubles in a row, this one included. */
  failures: number;
  /** It has given readings: one odd answer says nothing against it. */
  isProven: boolean;
  /** It was refused clearly minutes ago, and nothing but refused since. */
  isRefusedBefore: boolean;
};

const wait = (ms: number): NextStep => ({ do: 'wait', ms });
const stop: NextStep = { do: 'stop' };

/** A vendor's own clear words about this login. Everything else may come from whatever stands in front of it. */
const CLEAR: ReadonlySet<Trouble> = new Set([
  'wrong-login',
  'terms-to-accept',
  'person-gone',
  'wrong-region',
  'choose-person',
]);
/** What ends the asking of a connection that has never given readings. */
const FINAL: ReadonlySet<Trouble> = new Set([...CLEAR, 'needs-human', 'wrong-address', 'refused-address']);

/** Readings are back within a minute of the vendor's return, even with a fifth more, for two hours; then ever slower. */
const AGAIN_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND];
const AGAIN_FOR_HOURS_MS = [
  { failures: 160, ms: 45 * SECOND }, // two hours of it
  { failures: 200, ms: 2 * MINUTE },
  { failures: 250, ms: 5 * MINUTE },
];
/** No source that could come back waits longer than this, however long it has been away. */
const AGAIN_AT_LAST_MS = 15 * MINUTE;
/** Of a source that has not given any reading yet. */
const UNREADABLE_MS = [MINUTE, 5 * MINUTE];
const TOO_MANY_MS = [45 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE];
/** A refusal is asked about again: vendors are known to refuse right passwords for moments. */
const CONFIRM_MS = 45 * SECOND;
/** Looking for the key again costs no call; it may have been restored. */
const KEY_LOST_MS = 5 * MINUTE;
/** No vendor means longer than this; a longer answer is a mistake in it. */
const LONGEST_MS = DAY;

/** How long the vendor asked to wait, as far as it can be meant; ms. */
export const askedToWaitMs = ({ retryAfterMs }: SourceError): number =>
  Math.min(retryAfterMs ?? 0, LONGEST_MS);

/** Whether the vendor itself has refused. `loginOnce`: it lets nobody in but by a page of its own. */
export const isClear = (trouble: Trouble, loginOnce = false): boolean =>
  CLEAR.has(trouble) || (trouble === 'needs-human' && loginOnce);

/** What to do after the trouble. A vendor's own waiting time is never cut short. `loginOnce` as for `isClear`. */
export function afterTrouble(error: SourceError, past: Past, loginOnce = false): NextStep {
  const { trouble } = error;
  const asked = askedToWaitMs(error);
  if (past.isProven && isClear(trouble, loginOnce))
    return past.isRefusedBefore ? stop : wait(Math.max(asked, CONFIRM_MS));
  if (past.isProven) return afterOutage(error, past.failures);
  if (FINAL.has(trouble) || (trouble === 'locked-out' && error.retryAfterMs === undefined)) return stop;
  if (trouble === 'unreadable')
    return wait(Math.max(asked, step(UNREADABLE_MS, past.failures, AGAIN_AT_LAST_MS)));
  return afterOutage(error, past.failures);
}

function afterOutage(error: SourceError, failures: number): NextStep {
  const asked = askedToWaitMs(error);
  switch (error.trouble) {
    case 'session-over':
      return { do: 'sign-in', elseMs: againMs(failures) };
    case 'too-many-calls':
      return wait(Math.max(asked, step(TOO_MANY_MS, failures, AGAIN_AT_LAST_MS)));
    case 'key-lost':
      return wait(KEY_LOST_MS);
    // Each try prolongs a lock; looking for sharing that is switched on elsewhere costs a call.
    case 'locked-out':
    case 'not-shared':
      return wait(error.retryAfterMs === undefined ? AGAIN_AT_LAST_MS : asked);
    default:
      return wait(Math.max(asked, againMs(failures)));
  }
}

/** Spreads those who wait for the same thing, and never asks sooner than `ms`. */
export const spread = (ms: number, chance: number): number => ms * (1 + chance / 5);

const step = (steps: readonly number[], failures: number, then: number): number =>
  steps[failures - 1] ?? then;

function againMs(failures: number): number {
  const hours = AGAIN_FOR_HOURS_MS.find((stage) => failures <= stage.failures);
  return step(AGAIN_MS, failures, hours?.ms ?? AGAIN_AT_LAST_MS);
}
