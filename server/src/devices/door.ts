import { setTimeout as pause } from 'node:timers/promises';
import { normalCode } from '@tealight/contract';
import { SECOND } from '../times.ts';
import type { CodeGuesses } from './guesses.ts';

/** Whose code it was, or why it opens nothing. */
export type Opened =
  | { wearerId: number; code: string }
  | { refused: 'wrong-code' }
  | { refused: 'slow-down'; waitMs: number };

export type Door = {
  /** Tries a code as it was typed or sent, from a network. */
  open(typed: string, network: string): Promise<Opened>;
  /** The wearer's code may have changed: what is remembered of it, or is being looked up, no longer counts. */
  doubt(wearerId: number): void;
};

export type DoorParts = {
  byCode(code: string): Promise<{ id: number } | null>;
  guesses: CodeGuesses;
  now: () => number;
  /** A refusal takes at least this long, so that its time tells nothing. */
  refuseMs?: number;
};

/** A code is looked up at most once in this time; a replaced one is cut off within it even when no notice comes. */
const REMEMBER_MS = SECOND;
const MOST = 20_000;
const REFUSE_MS = 200;

/** Codes at the door: the one place where they are checked, for every protocol. */
export function openDoor({ byCode, guesses, now, refuseMs = REFUSE_MS }: DoorParts): Door {
  const remembered = new Map<string, { wearerId: number; until: number }>();
  const codes = new Map<number, string>();
  const doubtedMeanwhile = new Set<Set<number>>();

  /** A code that is replaced while it is looked up is looked up again. */
  const lookUp = async (code: string): Promise<number | null> => {
    const doubted = new Set<number>();
    doubtedMeanwhile.add(doubted);
    try {
      const wearerId = (await byCode(code))?.id ?? null;
      if (wearerId !== null && doubted.has(wearerId)) return await lookUp(code);
      if (wearerId !== null) remember(code, wearerId);
      return wearerId;
    } finally {
      doubtedMeanwhile.delete(doubted);
    }
  };
  const remember = (code: string, wearerId: number) => {
    remembered.delete(code);
    remembered.set(code, { wearerId, until: now() + REMEMBER_MS });
    codes.set(wearerId, code);
    const [oldest] = remembered;
    if (remembered.size <= MOST || oldest === undefined) return;
    remembered.delete(oldest[0]);
    codes.delete(oldest[1].wearerId);
  };
  const slowDown = async (waitMs: number): Promise<Opened> => {
    await pause(refuseMs);
    return { refused: 'slow-down', waitMs };
  };
  return {
    async open(typed, network) {
      const code = normalCode(typed);
      const known = code === null ? undefined : remembered.get(code);
      const waitMs = guesses.waitMs(network, code ?? '');
      if (waitMs > 0) return slowDown(waitMs);
      if (code !== null && known !== undefined && known.until > now())
        return { wearerId: known.wearerId, code };
      const rest = pause(refuseMs, undefined, { ref: false });
      const wearerId = code === null ? null : await lookUp(code);
      if (code !== null && wearerId !== null) {
        guesses.right(network, code);
        return { wearerId, code };
      }
      // Tries that ran side by side were all let in: what they found is told only while there was still a free one.
      const closedMs = guesses.waitMs(network, '');
      guesses.wrong(network);
      await rest;
      return closedMs > 0 ? { refused: 'slow-down', waitMs: closedMs } : { refused: 'wrong-code' };
    },
    doubt(wearerId) {
      for (const doubted of doubtedMeanwhile) doubted.add(wearerId);
      const code = codes.get(wearerId);
      if (code === undefined) return;
      remembered.delete(code);
      codes.delete(wearerId);
      guesses.forget(code);
    },
  };
}
