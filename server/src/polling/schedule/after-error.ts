import type { SourceError, SourceErrorCode } from '@tealight/sources';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { RegisteredSource } from '../registered-source.ts';
import type { PollMemory } from '../state/poll-memory.ts';

/**
 * What follows an error: no poll until the wearer acts; a poll after `waitMs`; or a poll after `waitMs` that signs in
 * with the stored login, and no poll where none is stored.
 */
export type NextStep =
  | { action: 'stop' }
  | { action: 'wait'; waitMs: number }
  | { action: 'sign-in'; waitMs: number };

/** What is known about the connection apart from the error. */
export type ErrorHistory = {
  /** Errors in a row, this one included. */
  failures: number;
  /** It has delivered readings: one odd answer is no reason to stop polling it. */
  isProven: boolean;
  /** The vendor rejected the login minutes ago, and nothing else has happened since. */
  isRejectionConfirmed: boolean;
};

const wait = (waitMs: number): NextStep => ({ action: 'wait', waitMs });
const stop: NextStep = { action: 'stop' };

/** The vendor's own definite answer about this login. Any other error may come from a proxy in front of it. */
const rejections: ReadonlySet<SourceErrorCode> = new Set([
  'wrong-login',
  'terms-to-accept',
  'person-gone',
  'wrong-region',
  'choose-person',
]);
/** Errors that stop the polling of a connection that has never delivered readings. */
const finalErrors: ReadonlySet<SourceErrorCode> = new Set([
  ...rejections,
  'needs-human',
  'wrong-address',
  'refused-address',
]);

/** Even with the jitter of a fifth, readings are back within a minute of the vendor's return for two hours. */
const FIRST_WAITS_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND];
const LATER_WAITS_MS = [
  { failures: 160, waitMs: 45 * SECOND }, // two hours of it
  { failures: 200, waitMs: 2 * MINUTE },
  { failures: 250, waitMs: 5 * MINUTE },
];
/** The longest wait between two polls of a connection that may recover, however long the outage lasts. */
const MAX_WAIT_MS = 15 * MINUTE;
/** For a connection that has not delivered any reading yet. */
const UNREADABLE_WAITS_MS = [MINUTE, 5 * MINUTE];
const TOO_MANY_CALLS_WAITS_MS = [45 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE];
/** A rejection is checked again: vendors are known to reject correct passwords for moments. */
const CONFIRM_REJECTION_MS = 45 * SECOND;
/** Looking for the key again costs no call; it may have been restored. */
const KEY_LOST_WAIT_MS = 5 * MINUTE;
/** No vendor means a longer wait than this; a longer one in an answer is a mistake. */
const MAX_REQUESTED_WAIT_MS = DAY;

/** How long the vendor asked to wait (ms), within reason; 0 when it did not. */
export const requestedWaitMs = ({ retryAfterMs }: SourceError): number =>
  Math.min(retryAfterMs ?? 0, MAX_REQUESTED_WAIT_MS);

/** Whether the vendor itself has rejected the login. `isLoginSingleUse`: only the vendor's own page signs in. */
export const isRejection = (errorCode: SourceErrorCode, isLoginSingleUse = false): boolean =>
  rejections.has(errorCode) || (errorCode === 'needs-human' && isLoginSingleUse);

/** What to do after an error. The wait that a vendor asked for is never shortened. */
export function nextStepAfter(error: SourceError, history: ErrorHistory, isLoginSingleUse = false): NextStep {
  const { errorCode } = error;
  const requestedMs = requestedWaitMs(error);
  if (history.isProven && isRejection(errorCode, isLoginSingleUse))
    return history.isRejectionConfirmed ? stop : wait(Math.max(requestedMs, CONFIRM_REJECTION_MS));
  if (history.isProven) return nextStepInOutage(error, history.failures);
  if (finalErrors.has(errorCode) || (errorCode === 'locked-out' && error.retryAfterMs === undefined))
    return stop;
  if (errorCode === 'unreadable')
    return wait(Math.max(requestedMs, waitFrom(UNREADABLE_WAITS_MS, history.failures)));
  return nextStepInOutage(error, history.failures);
}

function nextStepInOutage(error: SourceError, failures: number): NextStep {
  const requestedMs = requestedWaitMs(error);
  switch (error.errorCode) {
    case 'session-over':
      return { action: 'sign-in', waitMs: outageWaitMs(failures) };
    case 'too-many-calls':
      return wait(Math.max(requestedMs, waitFrom(TOO_MANY_CALLS_WAITS_MS, failures)));
    case 'key-lost':
      return wait(KEY_LOST_WAIT_MS);
    // Each try prolongs a lock; and sharing that is not switched on yet is not worth a call more often.
    case 'locked-out':
    case 'not-shared':
      return wait(requestedMs > 0 ? requestedMs : MAX_WAIT_MS);
    default:
      return wait(Math.max(requestedMs, outageWaitMs(failures)));
  }
}

/** Spreads connections that wait for the same thing over a fifth of the wait; never shorter than `ms`. */
export const withJitter = (ms: number, random: number): number => ms * (1 + random / 5);

const waitFrom = (waitsMs: readonly number[], failures: number, afterwardsMs = MAX_WAIT_MS): number =>
  waitsMs[failures - 1] ?? afterwardsMs;

function outageWaitMs(failures: number): number {
  const stage = LATER_WAITS_MS.find((later) => failures <= later.failures);
  return waitFrom(FIRST_WAITS_MS, failures, stage?.waitMs ?? MAX_WAIT_MS);
}

/** The longest pause between two automatic sign-ins. */
export const MAX_SIGN_IN_PAUSE_MS = HOUR;
/** Rejections this far apart confirm each other; two sign-ins fit in, whose polls come 20 minutes late. Own choice. */
const CONFIRMED_AFTER_MS = { least: 2 * MINUTE, most: MAX_SIGN_IN_PAUSE_MS + 30 * MINUTE };

/**
 * A poll that failed.
 *
 * `signInAt`  when to sign in (epoch ms), if nothing else is missing
 * `isSignIn`  it was the sign-in that failed, or that the vendor's limit held back
 */
export type PollFailure = { error: SourceError; memory: PollMemory; signInAt?: number; isSignIn?: true };

/** What to do after a failed poll of a connection, and what to remember about it. */
export function decideAfterError(
  { connection, registered, now }: { connection: Connection; registered: RegisteredSource; now: number },
  { error, memory }: PollFailure,
): { next: NextStep; memory: PollMemory } {
  const { errorCode } = error;
  const isLoginSingleUse = registered.isLoginSingleUse ?? false;
  const isRejected = isRejection(errorCode, isLoginSingleUse);
  const rejectedForMs = now - (memory.rejectedAt ?? now);
  const isRecent = rejectedForMs >= 0 && rejectedForMs < CONFIRMED_AFTER_MS.most;
  const history = {
    failures: connection.failures + 1,
    isProven: connection.lastReadingAt !== null,
    isRejectionConfirmed: isRecent && rejectedForMs >= CONFIRMED_AFTER_MS.least,
  };
  const next = nextStepAfter(error, history, isLoginSingleUse);
  const requestedMs = requestedWaitMs(error);
  const isFirstRejection = isRejected && !(memory.rejectedAt && isRecent);
  const newMemory: PollMemory = {
    ...memory,
    requestedWait: requestedMs > 0 ? { since: now, ms: requestedMs, errorCode } : null,
    rejectedAt: isFirstRejection ? now : (memory.rejectedAt ?? null),
  };
  // A rejected sign-in is repeated no sooner than any other sign-in.
  const waitsForSignIn = isRejected && next.action === 'wait' && memory.signInAt > now;
  return {
    memory: newMemory,
    next: waitsForSignIn ? wait(Math.max(next.waitMs, memory.signInAt - now)) : next,
  };
}
