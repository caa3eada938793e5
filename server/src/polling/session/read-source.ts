import type { Reading } from '@tealight/glucose';
import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import { SignInsHeldBack, type SignInThrottle } from '../limits/sign-in-limits.ts';
import { MAX_SIGN_IN_PAUSE_MS, type PollFailure } from '../schedule/after-error.ts';
import type { PollMemory } from '../state/poll-memory.ts';
import type { VendorSession } from './vendor-session.ts';

/** Between automatic sign-ins: twice as long after each one whose session did not last. */
const SIGN_IN_AGAIN_MS = { least: 10 * MINUTE, most: MAX_SIGN_IN_PAUSE_MS };
/** After a sign-in that did not reach the vendor, or got a web page for an answer: readings are to be back soon. */
const UNREACHED_SIGN_IN_AGAIN_MS = MINUTE;
const soonAgain: ReadonlySet<SourceErrorCode> = new Set(['unreachable', 'unreadable']);
/** Errors of a sign-in that say nothing about the login. It opened no session. */
const saysNothingOfLogin: ReadonlySet<SourceErrorCode> = new Set([
  'unreachable',
  'unreadable',
  'too-many-calls',
  'wrong-address',
  'refused-address',
  'key-lost',
]);
/** As long as 10,800 reserved sign-ins take, one a second. A later time was noted before the clock was set back. */
const MAX_THROTTLE_MS = 3 * HOUR;

/** The result of a poll, and what to remember about it. */
export type PollOutcome = { memory: PollMemory; readings: Reading[] } | PollFailure;

type ReadOptions = {
  vendorSession: VendorSession;
  memory: PollMemory;
  /** Read what is newer than this, epoch ms. */
  since: number;
  source: string;
  /** The longest that reading may take. */
  timeoutMs: number;
  signInThrottle: SignInThrottle;
  now: () => number;
  stop: AbortSignal;
};

/** Reads from the source; when the session has ended, signs in once with the stored login and reads again. */
export async function readSource(options: ReadOptions): Promise<PollOutcome> {
  const { vendorSession, memory, since } = options;
  try {
    return { memory: { ...memory, signIns: 0 }, readings: await vendorSession.read(since, options) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.errorCode !== 'session-over' || !vendorSession.canSignIn()) return { memory, error };
    return signInAndRead(options, error);
  }
}

async function signInAndRead(options: ReadOptions, sessionOver: SourceError): Promise<PollOutcome> {
  const { vendorSession, memory, source, signInThrottle, stop } = options;
  const now = options.now();
  const latestSignInAt = now + (memory.isSignInReserved ? MAX_THROTTLE_MS : SIGN_IN_AGAIN_MS.most);
  if (now < memory.signInAt && memory.signInAt <= latestSignInAt)
    return { memory, error: sessionOver, ...(memory.isSignInReserved && { signInAt: memory.signInAt }) };
  const signInAt = memory.isSignInReserved ? now : signInThrottle.reserve(source, now);
  if (signInAt > now)
    return { memory: { ...memory, signInAt, isSignInReserved: true }, error: sessionOver, signInAt };
  const signIns = memory.signIns ?? 0;
  const againMs = Math.min(SIGN_IN_AGAIN_MS.most, SIGN_IN_AGAIN_MS.least * 2 ** signIns);
  const memoryAfterSignIn: PollMemory = {
    ...memory,
    signInAt: now + againMs,
    signIns: signIns + 1,
    isSignInReserved: false,
  };
  try {
    await vendorSession.signIn(stop);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // The circuit breaker is open, and no call was made.
    if (error instanceof SignInsHeldBack)
      return {
        memory: { ...memory, signInAt: now + (error.retryAfterMs ?? 0), isSignInReserved: false },
        error,
        isSignIn: true,
      };
    if (!saysNothingOfLogin.has(error.errorCode)) return { memory: memoryAfterSignIn, error, isSignIn: true };
    const nextSignInMs = soonAgain.has(error.errorCode) ? UNREACHED_SIGN_IN_AGAIN_MS : againMs;
    return { memory: { ...memoryAfterSignIn, signInAt: now + nextSignInMs, signIns }, error, isSignIn: true };
  }
  try {
    return { memory: memoryAfterSignIn, readings: await vendorSession.read(options.since, options) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { memory: memoryAfterSignIn, error };
  }
}
