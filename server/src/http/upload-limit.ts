import { SECOND } from '../shared/time-units.ts';
import { tooMany } from './problem-error.ts';

export type UploadLimits = { all: number; ofAccount: number };

/** Files at once: each is in memory, 10 MB at most, until its form has arrived and is answered. Own choice. */
export const uploadLimits: UploadLimits = { all: 20, ofAccount: 5 };

const TRY_AGAIN_MS = 10 * SECOND;

/** Takes a place for a file of an account, and returns the function that frees it. Throws `too-many-tries`. */
export type TakeUploadPlace = (accountId: number) => () => void;

/** Limits the files that are in memory at once, on this node. */
export function openUploadLimit({ all, ofAccount }: UploadLimits = uploadLimits): TakeUploadPlace {
  /** The account of each. */
  const places = new Set<{ accountId: number }>();
  return (accountId) => {
    const own = [...places].filter((place) => place.accountId === accountId).length;
    if (places.size >= all || own >= ofAccount) throw tooMany(TRY_AGAIN_MS);
    const place = { accountId };
    places.add(place);
    return () => void places.delete(place);
  };
}
