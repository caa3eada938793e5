import type { Reading } from '@tealight/glucose';
import { SourceError } from '@tealight/sources';
import { HOUR, MINUTE } from '../times.ts';
import type { Memory } from './memory.ts';
import type { Turns } from './turns.ts';
import type { VisitOf } from './visit.ts';

/** After one sign-in by itself, no other for so long, twice as long after each in vain; sooner when nobody was there to refuse it. */
const SIGN_IN_AGAIN_MS = { least: 10 * MINUTE, most: HOUR };
const NOBODY_THERE_MS = MINUTE;
/** Ten thousand who wait to sign in, one a second; what is later was reckoned by a clock that ran ahead. */
const LONGEST_TURN_MS = 3 * HOUR;

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
  /** Longest the reading may take. */
  withinMs: number;
  turns: Turns;
  now: () => number;
  stop: AbortSignal;
};

/** Reads; when the session is over, connects once with the kept login, at once, and reads again. */
export async function askSource(asking: Asking): Promise<Outcome> {
  const { visit, memory, since } = asking;
  try {
    return { memory: { ...memory, signIns: 0 }, readings: await visit.read(since, asking) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.trouble !== 'session-over' || !visit.canSignIn()) return { memory, error };
    return signedInAnew(asking, error);
  }
}

async function signedInAnew(asking: Asking, over: SourceError): Promise<Outcome> {
  const { visit, memory, source, turns, stop } = asking;
  const now = asking.now();
  const latest = now + (memory.turn ? LONGEST_TURN_MS : SIGN_IN_AGAIN_MS.most);
  if (now < memory.signInAt && memory.signInAt <= latest)
    return { memory, error: over, ...(memory.turn && { signInAt: memory.signInAt }) };
  const turn = memory.turn ? now : turns.take(source, now);
  if (turn > now) return { memory: { ...memory, signInAt: turn, turn: true }, error: over, signInAt: turn };
  const signIns = memory.signIns ?? 0;
  const againMs = Math.min(SIGN_IN_AGAIN_MS.most, SIGN_IN_AGAIN_MS.least * 2 ** signIns);
  const signedIn = (ms: number): Memory => ({
    ...memory,
    signInAt: now + ms,
    signIns: signIns + 1,
    turn: false,
  });
  try {
    await visit.signIn(stop);
    return { memory: signedIn(againMs), readings: await visit.read(asking.since, asking) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const pause = error.trouble === 'unreachable' ? NOBODY_THERE_MS : againMs;
    return { memory: signedIn(pause), error };
  }
}
