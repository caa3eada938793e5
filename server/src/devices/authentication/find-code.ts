import { CODE_LENGTH } from '@tealight/contract';
import { SECOND } from '../../shared/time-units.ts';
import type { CodeIdentity } from '../device-identity.ts';

export type CodeHashes = { codeBy(hash: string): Promise<CodeIdentity | null>; catchUp(): Promise<void> };

export type CodeStore = {
  codes: { find(code: string): Promise<CodeIdentity | null> };
  codeHashes: CodeHashes;
};

/** New codes are hashed when an unknown hash arrives, but no more often than this. */
const CATCH_UP_EVERY_MS = 5 * SECOND;

/** Finds a code by its normalized form, or by its SHA-1. */
export function finder({ codes, codeHashes }: CodeStore, now: () => number) {
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let catching = Promise.resolve();
  const catchUp = (): Promise<void> => {
    const at = now();
    // A time that is later than now is of before the clock was set back.
    if (caughtUpAt <= at && at - caughtUpAt < CATCH_UP_EVERY_MS) return catching;
    caughtUpAt = at;
    catching = codeHashes.catchUp();
    return catching;
  };
  return async (key: string): Promise<CodeIdentity | null> => {
    if (key.length === CODE_LENGTH) return codes.find(key);
    const known = await codeHashes.codeBy(key);
    if (known !== null) return known;
    await catchUp();
    return codeHashes.codeBy(key);
  };
}
