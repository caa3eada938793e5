import { SECOND } from '../times.ts';

/** Sign-ins are what vendors watch most: between two that nobody asked for, at least this long. */
const EVERY_MS = SECOND;

export type Turns = ReturnType<typeof openTurns>;

/** Whose turn it is to sign in by itself, one after the other for each source. */
export function openTurns() {
  const free = new Map<string, number>();
  return {
    /** The moment from which one more may sign in at the source; now, when nobody waits. */
    take(source: string, now: number): number {
      const turn = Math.max(now, free.get(source) ?? 0);
      free.set(source, turn + EVERY_MS);
      return turn;
    },
    /** The clock was set back: nobody waits for a moment that was reckoned by it. */
    forget: (): void => free.clear(),
  };
}
