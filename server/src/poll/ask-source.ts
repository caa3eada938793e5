import type { Reading } from '@tealight/glucose';
import { SourceError } from '@tealight/sources';
import { MINUTE } from '../times.ts';
import type { Memory } from './memory.ts';
import type { Turns } from './turns.ts';
import type { VisitOf } from './visit.ts';

/** After one sign-in by itself, no other for so long; sooner when nobody was there to refuse it. */
const SIGN_IN_AGAIN_MS = 10 * MINUTE;
const NOBODY_THERE_MS = MINUTE;

/** What came of asking: readings or a trouble, and what is to be remembered of it. */
export type Outcome = { memory: Memory } & (
  | { readings: Reading[] }
  | { error: SourceError /** When to sign in, if that is all that is missing. */; signInAt?: number }
);

type Asking = {
  visit: VisitOf;
  memory: Memory;
  since: number;
  source: string;
  turns: Turns;
  now: () => number;
  stop: AbortSignal;
};

/** Reads; when the session is over, connects once with the kept login, at once, and reads again. */
export async function askSource(asking: Asking): Promise<Outcome> {
  const { visit, memory, since, stop } = asking;
  try {
    return { memory, readings: await visit.read(since, stop) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.trouble !== 'session-over' || !visit.canSignIn()) return { memory, error };
    return signedInAnew(asking, error);
  }
}

async function signedInAnew(asking: Asking, over: SourceError): Promise<Outcome> {
  const { visit, memory, source, turns, stop } = asking;
  const now = asking.now();
  if (now < memory.signInAt)
    return { memory, error: over, ...(memory.turn && { signInAt: memory.signInAt }) };
  const turn = memory.turn ? now : turns.take(source, now);
  if (turn > now) return { memory: { ...memory, signInAt: turn, turn: true }, error: over, signInAt: turn };
  const signedIn = (ms: number): Memory => ({ ...memory, signInAt: now + ms, turn: false });
  try {
    await visit.signIn(stop);
    return { memory: signedIn(SIGN_IN_AGAIN_MS), readings: await visit.read(asking.since, stop) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const pause = error.trouble === 'unreachable' ? NOBODY_THERE_MS : SIGN_IN_AGAIN_MS;
    return { memory: signedIn(pause), error };
  }
}
