import type { Log } from '../../../shared/log.ts';
import { SECOND } from '../../../shared/time-units.ts';

/**
 * A node that dies loses the lock within this; another takes it at its next look. A living one prolongs it at each
 * look, so that nodes whose clocks differ by 10 s do not take it from each other.
 */
const HOLD_MS = 20 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;

export type LeaderLockDependencies = {
  leaderLocks: {
    acquire(name: string, node: string, times: { now: number; until: number }): Promise<boolean>;
    release(name: string, node: string): Promise<void>;
  };
  name: string;
  node: string;
  /** Whether this node can do the work. One that cannot leaves the lock to others. */
  isAble(): boolean;
  /** The lock is this node's now, or its work has to be done again. Called again later when it fails. */
  begin(): Promise<void>;
  /** The lock is another node's. */
  end(): void;
  log: Log;
  now: () => number;
};

export type LeaderLock = AsyncDisposable & {
  /** What this node can do has changed, or work that was done may be lost: looks at once, and begins again if it leads. */
  again(): void;
};

/** Does something on one node for all of them, for as long as this is the one. */
export function openLeaderLock(parts: LeaderLockDependencies): LeaderLock {
  const { leaderLocks, name, node, isAble, log, now } = parts;
  let held = false;
  let heldUntil = 0;
  let begun = false;
  let looking = Promise.resolve();

  const acquire = async (): Promise<boolean> => {
    const until = now() + HOLD_MS;
    try {
      if (!(await leaderLocks.acquire(name, node, { now: now(), until }))) return false;
      heldUntil = until;
      return true;
    } catch {
      // Without the store nobody can tell; until the time is over, no other node takes it.
      return held && now() < heldUntil;
    }
  };
  const release = async () => {
    if (!held) return;
    held = false;
    begun = false;
    parts.end();
    await leaderLocks.release(name, node).catch(() => {});
  };
  const look = async (again: boolean) => {
    if (!isAble() || !(await acquire())) return release();
    held = true;
    if (begun && !again) return;
    begun = true;
    await parts.begin().catch((error: unknown) => {
      begun = false;
      // A node that became unable meanwhile releases the lock at its next look.
      if (isAble()) log.warn({ event: 'leader-lock-failed', leaderLock: name, err: error });
    });
  };
  const next = (again = false) => {
    looking = looking.then(() => look(again));
  };
  next();
  const timer = setInterval(next, LOOK_EVERY_MS).unref();
  return {
    again: () => next(true),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
      await release();
    },
  };
}
