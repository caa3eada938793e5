import { CODE_LENGTH } from '@tealight/contract';
import { SECOND } from '../../shared/time-units.ts';

type Wearer = { id: number; code: string };

export type CodeHashes = { wearerBy(print: string): Promise<Wearer | null>; catchUp(): Promise<void> };

export type CodeStore = {
  wearers: { byCode(code: string): Promise<Wearer | null> };
  codeHashes: CodeHashes;
};

/** New codes are hashed when an unknown hash arrives, but no more often than this. */
const CATCH_UP_EVERY_MS = 5 * SECOND;

/** Finds a wearer by the normalized code, or by its SHA-1. */
export function finder({ wearers, codeHashes }: CodeStore, now: () => number) {
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let catching = Promise.resolve();
  const catchUp = (): Promise<void> => {
    if (now() - caughtUpAt < CATCH_UP_EVERY_MS) return catching;
    caughtUpAt = now();
    catching = codeHashes.catchUp();
    return catching;
  };
  return async (key: string): Promise<Wearer | null> => {
    if (key.length === CODE_LENGTH) return wearers.byCode(key);
    const known = await codeHashes.wearerBy(key);
    if (known !== null) return known;
    await catchUp();
    return codeHashes.wearerBy(key);
  };
}
