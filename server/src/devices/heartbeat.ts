import { SECOND } from '../shared/time-units.ts';

/** A connection that needs a regular heartbeat. */
export type HasHeartbeat = { beat(): void };

/** Every connection gets a heartbeat at this interval: less than the 60 s after which proxies close an idle connection. */
export const ROUND_S = 30;

/** Calls the heartbeat of every connection once in `seconds`, some of them each second, with one timer for all. */
export function openHeartbeat(
  seconds: number,
): Disposable & { add(one: HasHeartbeat): void; drop(one: HasHeartbeat): void } {
  const slots = Array.from({ length: seconds }, () => new Set<HasHeartbeat>());
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % seconds;
    for (const one of slots[turn] ?? []) one.beat();
  }, SECOND).unref();
  return {
    // Into the slot that was last called: its first heartbeat is a whole interval away.
    add: (one) => void slots[turn]?.add(one),
    drop(one) {
      for (const slot of slots) if (slot.delete(one)) return;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
