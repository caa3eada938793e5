import type { Log } from '../../log.ts';
import { SECOND } from '../../times.ts';

/** A node that dies loses its duty within this; another takes it up at its next look. */
const HOLD_MS = 20 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;

export type DutyParts = {
  duties: {
    take(name: string, node: string, times: { now: number; until: number }): Promise<boolean>;
    drop(name: string, node: string): Promise<void>;
  };
  name: string;
  node: string;
  /** The duty is this node's now, or its work has to be done anew. */
  begin(): Promise<void>;
  /** The duty is another's. */
  end(): void;
  log: Log;
  now: () => number;
};

export type Duty = AsyncDisposable & {
  /** If the duty is this node's, its work is begun anew. */
  again(): void;
};

/** Does something on one node for all of them, for as long as this is the one. */
export function openDuty({ duties, name, node, begin, end, log, now }: DutyParts): Duty {
  let held = false;
  let looking = Promise.resolve();

  const start = () =>
    begin().catch((error: unknown) => log.warn({ event: 'duty-failed', duty: name, err: error }));
  const look = async () => {
    const mine = await duties
      .take(name, node, { now: now(), until: now() + HOLD_MS })
      // Without the store nobody can tell; the glow it leads to would not be there either.
      .catch(() => held);
    if (mine === held) return;
    held = mine;
    if (mine) await start();
    else end();
  };
  const next = () => {
    looking = looking.then(look);
  };
  next();
  const timer = setInterval(next, LOOK_EVERY_MS).unref();
  return {
    again: () => {
      if (held) void start();
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
      if (held) end();
      held = false;
      await duties.drop(name, node).catch(() => {});
    },
  };
}
