import { openIncident } from '../../../shared/incident.ts';
import type { Log } from '../../../shared/log.ts';
import { SECOND } from '../../../shared/time-units.ts';

/**
 * A node that dies loses the lock within this; another takes it at its next check and begins the work: in all less than
 * 30 seconds. A live node renews it at each check, so that nodes whose clocks differ by 10 s do not take it from each
 * other.
 */
const HOLD_MS = 15 * SECOND;
/** A lock that is held for longer than this beyond its time was taken by a clock that was ahead. More than clocks may differ. */
const TOLERANCE_MS = 15 * SECOND;
const CHECK_EVERY_MS = 2.5 * SECOND;

export type LeaderLockDependencies = {
  leaderLocks: {
    acquire(
      name: string,
      node: string,
      times: { now: number; until: number; latest: number },
    ): Promise<boolean>;
    release(name: string, node: string): Promise<void>;
  };
  name: string;
  node: string;
  /** Whether this node can do the work. If not, it leaves the lock to others. */
  isAble(): boolean;
  /** This node now holds the lock, or its work has to be repeated. Called again later if it fails. */
  begin(): Promise<void>;
  /** Another node holds the lock. */
  end(): void;
  log: Log;
  now: () => number;
};

export type LeaderLock = AsyncDisposable & {
  /** What this node can do has changed, or its work may be lost: checks at once, and begins again if it is the leader. */
  restart(): void;
};

/** Runs work on one node for all, as long as this node holds the lock. */
export function openLeaderLock(dependencies: LeaderLockDependencies): LeaderLock {
  const { leaderLocks, name, node, isAble, log, now } = dependencies;
  let held = false;
  let heldUntil = 0;
  let begun = false;
  let checking = Promise.resolve();
  const incident = openIncident(log, 'leader-work-failed', { level: 'warn' });

  const acquire = async (): Promise<boolean> => {
    const at = now();
    const until = at + HOLD_MS;
    const latest = until + TOLERANCE_MS;
    try {
      if (!(await leaderLocks.acquire(name, node, { now: at, until, latest }))) return false;
      heldUntil = until;
      return true;
    } catch {
      // While the store does not respond, no other node can take the lock before it expires.
      return held && now() < heldUntil;
    }
  };
  const release = async () => {
    if (!held) return;
    held = false;
    begun = false;
    dependencies.end();
    await leaderLocks.release(name, node).catch(() => {});
  };
  const check = async (restarts: boolean) => {
    if (!isAble() || !(await acquire())) return release();
    held = true;
    if (begun && !restarts) return;
    begun = true;
    await dependencies.begin().then(
      () => incident.worked(),
      (error: unknown) => {
        begun = false;
        // A node that became unable meanwhile releases the lock at its next check.
        if (isAble()) incident.failed(error, { leaderLock: name });
      },
    );
  };
  const next = (restarts = false) => {
    checking = checking.then(() => check(restarts));
  };
  next();
  const timer = setInterval(next, CHECK_EVERY_MS).unref();
  return {
    restart: () => next(true),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await checking;
      await release();
    },
  };
}
