import type { SourceError } from '@tealight/sources';
import type { Connection } from '../store/connection-row.ts';
import { MINUTE } from '../times.ts';
import { afterTrouble, askedToWaitMs, isClear } from './after-trouble.ts';
import type { Memory } from './memory.ts';
import type { Offered } from './parts.ts';

/** Refusals so far apart are the vendor's word; one sign-in every ten minutes fits in twice. Own choice. */
const BELIEVED_MS = { least: 2 * MINUTE, most: 30 * MINUTE };

/** An ask that met a trouble. `signInAt`: when to sign in (epoch ms), if that is all that is missing. */
export type Failure = { error: SourceError; memory: Memory; signInAt?: number };
type Refused = { connection: Connection; offered: Offered; now: number };

/** What follows the trouble, and what is to be remembered of it. */
export function decided({ connection, offered, now }: Refused, { error, memory }: Failure) {
  const { trouble } = error;
  const loginOnce = offered.loginOnce ?? false;
  const isRefused = isClear(trouble, loginOnce);
  const refusedForMs = now - (memory.refusedAt ?? now);
  const isRecent = refusedForMs >= 0 && refusedForMs < BELIEVED_MS.most;
  const past = {
    failures: connection.failures + 1,
    isProven: connection.lastReadingAt !== null,
    isRefusedBefore: isRecent && refusedForMs >= BELIEVED_MS.least,
  };
  const next = afterTrouble(error, past, loginOnce);
  const asked = askedToWaitMs(error);
  const kept: Memory = {
    ...memory,
    wait: asked > 0 ? { since: now, ms: asked, trouble } : null,
    refusedAt: isRefused && !(memory.refusedAt && isRecent) ? now : (memory.refusedAt ?? null),
  };
  // A sign-in that was refused is repeated no sooner than any other.
  const isSignIn = isRefused && next.do === 'wait' && memory.signInAt > now;
  return { memory: kept, next: isSignIn ? { ...next, ms: Math.max(next.ms, memory.signInAt - now) } : next };
}
