import { withDeadline } from '../shared/deadline.ts';
import { type OnStoreFault, StoreUnavailable } from '../shared/store-errors.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Health, HealthPart } from './health.ts';

/** Resolves when the part works; throws its error. */
export type Check = () => Promise<void>;

/** The intervals of the checks: while everything works, and during a problem. A check writes a little. */
const LOOK_EVERY_MS = 20 * SECOND;
const LOOK_AGAIN_MS = 3 * SECOND;
/** Results are cached this long, so that no anonymous client can make the disk write. */
const FRESH_MS = 3 * SECOND;
/** A small write may still succeed where a larger one fails: a full disk counts as full for this long. */
const DISK_QUIET_MS = 15 * SECOND;
/** A part that has not responded by then has a problem. As long as a query may take. */
const RESPOND_WITHIN_MS = 10 * SECOND;
/**
 * A part whose check takes long on a busy machine without a problem: writing a file waits several times for one of the
 * four threads that also hash passwords and resolve names of the local network.
 */
const mayBeSlow: readonly HealthPart[] = ['disk'];

export type HealthChecks = Disposable & {
  /**
   * Checks every part unless that was done seconds ago. Returns those that should have responded within `withinMs` and
   * have not.
   */
  fresh(withinMs: number): Promise<HealthPart[]>;
  /** A query failed because of the database itself. */
  storeFailed: OnStoreFault;
};

type Dependencies = {
  health: Health;
  checks: Readonly<Record<HealthPart, Check>>;
  now: () => number;
};

/** Checks every part regularly, and at once after an error of the store. Starts with `look`. */
export function openHealthChecks({ health, checks, now }: Dependencies): HealthChecks {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let diskFailedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** A time that is later than now is of before the clock was set back. */
  const isRecent = (at: number, withinMs: number) => at <= now() && now() - at < withinMs;
  const well = (part: HealthPart) => {
    if (part === 'disk' && isRecent(diskFailedAt, DISK_QUIET_MS)) return;
    health.report(part, true);
  };
  const failed = (part: HealthPart, error: unknown) => {
    const isDisk = error instanceof StoreUnavailable && error.fault === 'disk-full';
    if (isDisk) diskFailedAt = now();
    health.report(isDisk ? 'disk' : part, false, error);
  };
  const waiting = new Map<HealthPart, Promise<void>>();
  /** One check of a part at a time, however long it takes. */
  const lookAt = async (part: HealthPart) => {
    const check = waiting.get(part) ?? checks[part]().finally(() => waiting.delete(part));
    waiting.set(part, check);
    const ended = check.then(
      () => well(part),
      (error: unknown) => failed(part, error),
    );
    await withDeadline(RESPOND_WITHIN_MS, ended);
    if (waiting.has(part)) failed(part, new Error('It does not respond'));
  };
  const lookAtAll = async () => {
    await Promise.all([lookAt('store'), lookAt('disk'), lookAt('clock')]);
    // These query the store: if they fail, the problem is the store's and is reported once.
    const storeWorks = health.problems().every(({ part }) => part !== 'store');
    if (storeWorks) await Promise.all([lookAt('poller'), lookAt('alarms'), lookAt('key'), lookAt('push')]);
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
      if (isRecent(lookedAt, FRESH_MS)) return [];
      await withDeadline(withinMs, look());
      return [...waiting.keys()].filter((part) => !mayBeSlow.includes(part));
    },
    storeFailed(error) {
      if (error.fault === 'disk-full') failed('disk', error);
      else if (!isRecent(lookedAt, FRESH_MS)) void look();
    },
    [Symbol.dispose]() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
