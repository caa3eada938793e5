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
  /** Whose code this is, given in its one form or as its SHA-1 in lower-case hexadecimal. */
  find(key: string): Promise<{ id: number; code: string } | null>;
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
export function openDoor({ find, guesses, now, refuseMs = REFUSE_MS }: DoorParts): Door {
  const remembered = new Map<string, { wearerId: number; code: string; until: number }>();
  const keysOf = new Map<number, Set<string>>();
  const doubtedMeanwhile = new Set<Set<number>>();

  /** A code that is replaced while it is looked up is looked up again. */
  const lookUp = async (key: string): Promise<{ wearerId: number; code: string } | null> => {
    const doubted = new Set<number>();
    doubtedMeanwhile.add(doubted);
    try {
      const found = await find(key);
      if (found === null) return null;
      if (doubted.has(found.id)) return await lookUp(key);
      remember(key, { wearerId: found.id, code: found.code, until: now() + REMEMBER_MS });
      return { wearerId: found.id, code: found.code };
    } finally {
      doubtedMeanwhile.delete(doubted);
    }
  };
  const remember = (key: string, known: { wearerId: number; code: string; until: number }) => {
    remembered.delete(key);
    remembered.set(key, known);
    keysOf.set(known.wearerId, (keysOf.get(known.wearerId) ?? new Set()).add(key));
    const [oldest] = remembered;
    if (remembered.size > MOST && oldest !== undefined) forget(oldest[1].wearerId);
  };
  const forget = (wearerId: number) => {
    for (const key of keysOf.get(wearerId) ?? []) remembered.delete(key);
    keysOf.delete(wearerId);
  };
  const slowDown = async (waitMs: number): Promise<Opened> => {
    await pause(refuseMs);
    return { refused: 'slow-down', waitMs };
  };
  return {
    async open(typed, network) {
      const key = keyOf(typed);
      const waitMs = await guesses.waitMs(network, key ?? '');
      if (waitMs > 0) return slowDown(waitMs);
      const known = key === null ? undefined : remembered.get(key);
      if (key !== null && known !== undefined && known.until > now()) {
        guesses.right(network, key);
        return { wearerId: known.wearerId, code: known.code };
      }
      const rest = pause(refuseMs, undefined, { ref: false });
      const found = key === null ? null : await lookUp(key);
      if (key !== null && found !== null) {
        guesses.right(network, key);
        return found;
      }
      // Tries that ran side by side were all let in: what they found is told only while there was still a free one.
      const closedMs = await guesses.wrong(network);
      await rest;
      return closedMs > 0 ? { refused: 'slow-down', waitMs: closedMs } : { refused: 'wrong-code' };
    },
    doubt(wearerId) {
      for (const doubted of doubtedMeanwhile) doubted.add(wearerId);
      for (const key of keysOf.get(wearerId) ?? []) guesses.forget(key);
      forget(wearerId);
    },
  };
}

/** A code in its one form, or the hash that some clients send in its place; null for what is neither. */
function keyOf(typed: string): string | null {
  return /^[\da-f]{40}$/i.test(typed) ? typed.toLowerCase() : normalCode(typed);
}
