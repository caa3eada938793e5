import { SECOND } from '../times.ts';

/** An ask that is under way: since when, and whether the last one at its source had failed. */
export type UnderWay = { begunAt: number; isFailing: boolean };

/** Asks under way at one source that may still be answered soon. Own choice: four times a second as many fit in. */
const QUICK_AT_ONCE = 250;
/** An ask that takes longer than this is slow, and its place is free for another. */
const QUICK_MS = 3 * SECOND;
/** Asks at sources whose last answer was a trouble. They may hang, so they never take the places of the others. */
const FAILING_AT_ONCE = 250;
/** All of them together: a hanging one holds a socket and some 50 kB. */
const ALL_AT_ONCE = 1000;
/** Fewer free places than this for failing sources are left until there are more, so that healthy ones come first. */
const FEW = 25;

/**
 * How many more may be asked at a source now, so that many that hang delay none that is healthy, and whether those
 * whose last answer was a trouble are to be left out.
 */
export function roomFor(
  underWay: readonly UnderWay[],
  now: number,
): { most: number; withoutFailing: boolean } {
  const failing = underWay.filter(({ isFailing }) => isFailing).length;
  const quick = underWay.filter(({ isFailing, begunAt }) => !isFailing && now - begunAt < QUICK_MS).length;
  const room = Math.min(QUICK_AT_ONCE - quick, ALL_AT_ONCE - underWay.length);
  const roomForFailing = FAILING_AT_ONCE - failing;
  const withoutFailing = roomForFailing < FEW;
  return { most: Math.max(0, withoutFailing ? room : Math.min(room, roomForFailing)), withoutFailing };
}

/** Asks at one address at a time, where wearers name addresses of their own. Own choice: fifty polls a second. */
const AT_ONE_ADDRESS = 20;

export type Places = ReturnType<typeof openPlaces>;

/** Counts the asks under way at each address. */
export function openPlaces() {
  const taken = new Map<string, number>();
  return {
    /** Whether one more may be asked there; then `giveBack` ends it. An address that nobody knows yet has room. */
    take(address: string | null): boolean {
      const count = taken.get(address ?? '') ?? 0;
      if (address !== null && count >= AT_ONE_ADDRESS) return false;
      if (address !== null) taken.set(address, count + 1);
      return true;
    },
    giveBack(address: string | null): void {
      if (address === null) return;
      const count = (taken.get(address) ?? 1) - 1;
      if (count > 0) taken.set(address, count);
      else taken.delete(address);
    },
  };
}
