import { withDeadline } from '../shared/deadline.ts';
import { type OnStoreFault, StoreUnavailable } from '../shared/store-unavailable.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Health, HealthPart } from './health.ts';

/** Resolves when the part is well; what it throws is what is wrong. */
export type Check = () => Promise<void>;

/** How often the parts are looked at while all is well, and while something is not. A look writes a little. */
const LOOK_EVERY_MS = 20 * SECOND;
const LOOK_AGAIN_MS = 3 * SECOND;
/** What is asked about more often than this gets the last answer: no anonymous client makes the disk write. */
const FRESH_MS = 3 * SECOND;
/** A small write may find room where the next larger one does not: a full disk counts as full for so long. */
const DISK_QUIET_MS = 15 * SECOND;

export type HealthChecks = Disposable & {
  /** Has every part looked at, at most some seconds ago. Returns those that have not answered within `withinMs`. */
  fresh(withinMs: number): Promise<HealthPart[]>;
  /** A query failed for a reason of the database's own. */
  storeFailed: OnStoreFault;
};

type Parts = {
  health: Health;
  checks: Readonly<Record<HealthPart, Check>>;
  now: () => number;
};

/** Looks at every part now and then, and at once when the store fails somebody. Starts with `look`. */
export function openHealthChecks({ health, checks, now }: Parts): HealthChecks {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let diskFailedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const well = (part: HealthPart) => {
    if (part === 'disk' && now() - diskFailedAt < DISK_QUIET_MS) return;
    health.report(part, true);
  };
  const failed = (part: HealthPart, error: unknown) => {
    const isDisk = error instanceof StoreUnavailable && error.fault === 'disk-full';
    if (isDisk) diskFailedAt = now();
    health.report(isDisk ? 'disk' : part, false, error);
  };
  const waiting = new Set<HealthPart>();
  const lookAt = (part: HealthPart) => {
    waiting.add(part);
    return checks[part]()
      .then(
        () => well(part),
        (error: unknown) => failed(part, error),
      )
      .finally(() => waiting.delete(part));
  };
  const lookAtAll = async () => {
    await Promise.all([lookAt('store'), lookAt('disk'), lookAt('clock')]);
    // These two ask the store: what they could not find out is the store's problem, and is named once.
    const storeWorks = health.problems().every(({ part }) => part !== 'store');
    if (storeWorks) await Promise.all([lookAt('poller'), lookAt('key')]);
    lookedAt = now();
  };
  const plan = () => {
    clearTimeout(timer);
    if (closed) return;
    const isWell = health.problems().length === 0;
    timer = setTimeout(() => void look(), isWell ? LOOK_EVERY_MS : LOOK_AGAIN_MS);
    timer.unref();
  };
  const look = (): Promise<void> => {
    looking ??= lookAtAll().finally(() => {
      looking = null;
      plan();
    });
    return looking;
  };
  plan();

  return {
    async fresh(withinMs) {
      if (now() - lookedAt < FRESH_MS) return [];
      await withDeadline(withinMs, look());
      return [...waiting];
    },
    storeFailed(error) {
      if (error.fault === 'disk-full') failed('disk', error);
      else if (now() - lookedAt >= FRESH_MS) void look();
    },
    [Symbol.dispose]() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
