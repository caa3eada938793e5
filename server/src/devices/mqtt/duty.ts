import type { Log } from '../../log.ts';
import { SECOND } from '../../times.ts';

/**
 * A node that dies loses its duty within this; another takes it up at its next look. One that lives prolongs it at each
 * look, so that nodes whose clocks differ by 10 s do not take it from each other.
 */
const HOLD_MS = 20 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;

export type DutyParts = {
  duties: {
    take(name: string, node: string, times: { now: number; until: number }): Promise<boolean>;
    drop(name: string, node: string): Promise<void>;
  };
  name: string;
  node: string;
  /** Whether this node can do the work. One that cannot leaves the duty to others. */
  isAble(): boolean;
  /** The duty is this node's now, or its work has to be done again. Called again later when it fails. */
  begin(): Promise<void>;
  /** The duty is another's. */
  end(): void;
  log: Log;
  now: () => number;
};

export type Duty = AsyncDisposable & {
  /** What this node can do has changed, or work that was done may be lost: looks at once, and begins again if it leads. */
  again(): void;
};

/** Does something on one node for all of them, for as long as this is the one. */
export function openDuty(parts: DutyParts): Duty {
  const { duties, name, node, isAble, log, now } = parts;
  let held = false;
  let heldUntil = 0;
  let begun = false;
  let looking = Promise.resolve();

  const take = async (): Promise<boolean> => {
    const until = now() + HOLD_MS;
    try {
      if (!(await duties.take(name, node, { now: now(), until }))) return false;
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
    await duties.drop(name, node).catch(() => {});
  };
  const look = async (again: boolean) => {
    if (!isAble() || !(await take())) return release();
    held = true;
    if (begun && !again) return;
    begun = true;
    await parts.begin().catch((error: unknown) => {
      begun = false;
      // A node that became unable meanwhile gives the duty back at its next look.
      if (isAble()) log.warn({ event: 'duty-failed', duty: name, err: error });
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
