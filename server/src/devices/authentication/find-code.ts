import { CODE_LENGTH } from '@tealight/contract';
import { SECOND } from '../../shared/time-units.ts';
import type { CodeIdentity } from '../device-identity.ts';

export type CodeHashes = {
  findByHash(hash: string): Promise<CodeIdentity | null>;
  hashNewCodes(): Promise<void>;
};

export type CodeStore = {
  codes: { find(code: string): Promise<CodeIdentity | null> };
  codeHashes: CodeHashes;
};

/** New codes are hashed when an unknown hash arrives, with at least this time between. */
const MIN_INTERVAL_MS = 5 * SECOND;

/** A function that finds a code by its normalized form, or by its SHA-1: only a code has `CODE_LENGTH` characters. */
export function codeFinder({ codes, codeHashes }: CodeStore, now: () => number) {
  let hashedAt = Number.NEGATIVE_INFINITY;
  let hashing = Promise.resolve();
  const hashNew = (): Promise<void> => {
    const at = now();
    // A time in the future is one of before the clock was set back.
    if (hashedAt <= at && at - hashedAt < MIN_INTERVAL_MS) return hashing;
    hashedAt = at;
    hashing = codeHashes.hashNewCodes();
    return hashing;
  };
  return async (codeOrHash: string): Promise<CodeIdentity | null> => {
    if (codeOrHash.length === CODE_LENGTH) return codes.find(codeOrHash);
    const known = await codeHashes.findByHash(codeOrHash);
    if (known !== null) return known;
    await hashNew();
    return codeHashes.findByHash(codeOrHash);
  };
}
