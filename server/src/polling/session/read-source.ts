import type { Reading } from '@tealight/glucose';
import { SourceError } from '@tealight/sources';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import { SignInsHeldBack, type SignInThrottle } from '../limits/sign-in-limits.ts';
import type { PollFailure } from '../schedule/after-error.ts';
import type { PollMemory } from '../state/poll-memory.ts';
import type { VendorSession } from './vendor-session.ts';

/** Between automatic sign-ins: twice as long after each one whose session did not last. */
const SIGN_IN_AGAIN_MS = { least: 10 * MINUTE, most: HOUR };
/** After a sign-in that the vendor did not answer. */
const UNANSWERED_SIGN_IN_AGAIN_MS = MINUTE;
/** Ten thousand waiting sign-ins, one a second; a later time was set by a clock that was ahead. */
const LONGEST_THROTTLE_MS = 3 * HOUR;

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
  const latestSignInAt = now + (memory.isSignInReserved ? LONGEST_THROTTLE_MS : SIGN_IN_AGAIN_MS.most);
  if (now < memory.signInAt && memory.signInAt <= latestSignInAt)
    return { memory, error: sessionOver, ...(memory.isSignInReserved && { signInAt: memory.signInAt }) };
  const signInAt = memory.isSignInReserved ? now : signInThrottle.reserve(source, now);
  if (signInAt > now)
    return { memory: { ...memory, signInAt, isSignInReserved: true }, error: sessionOver, signInAt };
  const signIns = memory.signIns ?? 0;
  const againMs = Math.min(SIGN_IN_AGAIN_MS.most, SIGN_IN_AGAIN_MS.least * 2 ** signIns);
  const memoryAfterSignIn = (nextSignInMs: number): PollMemory => ({
    ...memory,
    signInAt: now + nextSignInMs,
    signIns: signIns + 1,
    isSignInReserved: false,
  });
  try {
    await vendorSession.signIn(stop);
    const readings = await vendorSession.read(options.since, options);
    return { memory: memoryAfterSignIn(againMs), readings };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // None was made, so none has to last: it is tried again as soon as sign-ins go on.
    if (error instanceof SignInsHeldBack)
      return {
        memory: { ...memory, signInAt: now + (error.retryAfterMs ?? 0), isSignInReserved: false },
        error,
      };
    const nextSignInMs = error.errorCode === 'unreachable' ? UNANSWERED_SIGN_IN_AGAIN_MS : againMs;
    return { memory: memoryAfterSignIn(nextSignInMs), error };
  }
}
