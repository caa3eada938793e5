import { SECOND } from '../shared/time-units.ts';

/** Something that is to be tapped now and then. */
export type HasHeartbeat = { beat(): void };

/** Every line is tapped once in so many seconds: below the 60 s after which proxies give up on a silent line. */
export const ROUND_S = 30;

/** Taps all lines in turn once in `seconds`, a part of them each second: one timer for however many. */
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
    // Into the slot that was tapped last: its turn comes in a whole round.
    add: (one) => void slots[turn]?.add(one),
    drop(one) {
      for (const slot of slots) if (slot.delete(one)) return;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
