import { SECOND } from '../../shared/time-units.ts';

/** A poll that is running. `isFailing`: the previous poll of its connection failed. */
export type RunningPoll = { startedAt: number; isFailing: boolean };

/** Polls of one source that run at once and may still be answered soon. Own choice: four times as many fit in a second. */
const QUICK_POLLS = 250;
/** A poll that takes longer than this is slow, and another may start beside it. */
const QUICK_MS = 3 * SECOND;
/** Polls of connections whose last poll failed. They may hang, so they never take the places of the others. */
const FAILING_POLLS = 250;
/** All polls together: one that hangs holds a socket and some 50 kB. */
const ALL_POLLS = 1000;
/** With fewer free places than this, failing connections wait until there are more, so that healthy ones come first. */
const FEW_PLACES = 25;

/** How many more polls of a source may start, so that polls that hang delay no healthy connection. */
export function capacityFor(
  running: readonly RunningPoll[],
  now: number,
): { limit: number; skipFailing: boolean } {
  const failing = running.filter(({ isFailing }) => isFailing).length;
  const quick = running.filter(({ isFailing, startedAt }) => !isFailing && now - startedAt < QUICK_MS).length;
  const free = Math.min(QUICK_POLLS - quick, ALL_POLLS - running.length);
  const freeForFailing = FAILING_POLLS - failing;
  const skipFailing = freeForFailing < FEW_PLACES;
  return { limit: Math.max(0, skipFailing ? free : Math.min(free, freeForFailing)), skipFailing };
}

/** Polls that run at one self-hosted address at once. Own choice: fifty polls per second. */
const POLLS_AT_ONE_ADDRESS = 20;

export type AddressLimit = ReturnType<typeof openAddressLimit>;

/** Limits the polls that run at each self-hosted address, so that wearers cannot make this server flood one. */
export function openAddressLimit() {
  const running = new Map<string, number>();
  return {
    /** Whether one more may start; `release` ends it. `address` null: not known yet, and not limited. */
    acquire(address: string | null): boolean {
      if (address === null) return true;
      const count = running.get(address) ?? 0;
      if (count >= POLLS_AT_ONE_ADDRESS) return false;
      running.set(address, count + 1);
      return true;
    },
    release(address: string | null): void {
      if (address === null) return;
      const count = (running.get(address) ?? 1) - 1;
      if (count > 0) running.set(address, count);
      else running.delete(address);
    },
  };
}

/**
 * Histories that are read and written at once: one with a reading a minute for ninety days takes some 30 MB while it
 * is processed. Own choice.
 */
const BACKFILLS = 6;

export type BackfillLimit = ReturnType<typeof openBackfillLimit>;

/** Limits the histories that this process reads at once. */
export function openBackfillLimit() {
  let running = 0;
  return {
    /** Whether one more may start; `release` ends it. */
    acquire(): boolean {
      if (running >= BACKFILLS) return false;
      running += 1;
      return true;
    },
    release(): void {
      running -= 1;
    },
  };
}
