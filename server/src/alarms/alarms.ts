import { randomUUID } from 'node:crypto';
import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@tealight/contract';
import { withDeadline } from '../shared/deadline.ts';
import { openIncident, shareIncident } from '../shared/incident.ts';
import { openInterruptibleSleep } from '../shared/interruptible-sleep.ts';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { DAY, MINUTE, SECOND } from '../shared/time-units.ts';
import type { ClaimedWatch } from '../store/alarms/alarm-watch.ts';
import type { AlarmDependencies } from './dependencies.ts';
import { evaluateDue } from './evaluate-due.ts';

/** How often to look for wearers to evaluate when nothing wakes this node: for what other nodes did, and what time alone changes. */
const CHECK_INTERVAL_MS = 250;
/** The least time between two looks, however many readings come: then many wearers are one batch. */
const CHECK_PAUSE_MS = 25;
/** Changes after which a wearer may be due. */
const waking: readonly Change[] = ['readings', 'alarms'];
/** When the store does not answer. */
const CHECK_AGAIN_MS = 2 * SECOND;
/** Wearers in a batch, which is a transaction. */
const BATCH = 100;
/** Far longer than a batch takes; another node takes over a dead node's wearers after it. */
const LEASE_MS = 20 * SECOND;
/** No evaluation is planned later: the next change between day and night is at most this far. */
const MAX_AHEAD_MS = 2 * DAY;
/** No message waits longer: all are out of date by then (ALM-31). */
const MAX_DELIVERY_MS = 30 * MINUTE;
/** How often a node notes that it looks, and resets times from a clock that was ahead. The health check waits a minute. */
const NOTE_INTERVAL_MS = 10 * SECOND;
/** When stopping: longer than a batch takes. */
const STOP_WITHIN_MS = 2 * SECOND;

/** Decides about all wearers' alarms: after each reading, and when time alone changes something. Nothing happens before `start`. */
export function openAlarms(
  options: Omit<AlarmDependencies, 'node'> & Partial<Pick<AlarmDependencies, 'node'>>,
) {
  const dependencies: AlarmDependencies = { node: randomUUID(), ...options };
  const { store, node, now, log } = dependencies;
  const interruptibleSleep = openInterruptibleSleep();
  let unsubscribe = () => {};
  let loop: Promise<void> | null = null;
  let isStopped = false;
  const looking = openIncident(log, 'alarms-failed');
  const evaluating = shareIncident(openIncident(log, 'alarms-not-evaluated'), now);
  let lastCheckAt: number | null = null;
  let notedAt = Number.NEGATIVE_INFINITY;

  /** Notes for the health check that a node looks. A clock that was ahead, here or elsewhere, must not delay any alarm. */
  const noteCheck = async (at: number): Promise<void> => {
    if (at >= notedAt && at < notedAt + NOTE_INTERVAL_MS) return;
    const before = Number.isFinite(notedAt) ? notedAt : await store.checks.alarmCheckAt();
    // Of a clock that was set back, maybe before this start, no time counts but other nodes' leases: all wearers are
    // evaluated, which changes nothing where it is too early.
    const latest = at + (before === null || at >= before ? MAX_AHEAD_MS : LEASE_MS);
    await store.alarmWatch.resetFutureTimes({ now: at, latest });
    await store.alarmDeliveries.resetFutureTimes({ now: at, latest: at + MAX_DELIVERY_MS });
    // Last: where this fails, the next check finds what was noted before.
    await store.checks.noteAlarmCheck(at);
    notedAt = at;
  };

  const evaluateBatch = async (claimed: readonly ClaimedWatch[]): Promise<void> => {
    const errors = await evaluateDue(dependencies, claimed);
    for (const { wearerId } of claimed)
      if (errors.has(wearerId)) evaluating.failed(wearerId, errors.get(wearerId));
      else evaluating.worked(wearerId);
  };
  /** One wearer whose evaluation cannot be stored must not silence the others. */
  const evaluate = async (claimed: readonly ClaimedWatch[]): Promise<void> => {
    try {
      await evaluateBatch(claimed);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      for (const watch of claimed)
        await evaluateBatch([watch]).catch((err: unknown) => {
          if (err instanceof StoreUnavailable) throw err;
          evaluating.failed(watch.wearerId, err);
        });
    }
  };

  /** Evaluates all that is due. */
  const evaluateAll = async (): Promise<void> => {
    await noteCheck(now());
    evaluating.forget();
    for (;;) {
      const claimed = await store.alarmWatch.claim({ node, now: now(), leaseMs: LEASE_MS, limit: BATCH });
      if (claimed.length > 0) await evaluate(claimed);
      if (claimed.length < BATCH || isStopped) return;
      // SQLite answers at once, so that without this nothing else of this process would run while many are due.
      await othersTurn();
    }
  };

  /** Returns the wait until the next check, ms. The health checks report a store that does not work. */
  const check = async (): Promise<number> => {
    try {
      await evaluateAll();
      looking.worked();
      lastCheckAt = now();
      return CHECK_INTERVAL_MS;
    } catch (error) {
      if (error instanceof StoreUnavailable) lastCheckAt = now();
      looking.failed(error);
      return CHECK_AGAIN_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const wait = await check();
      await sleep(CHECK_PAUSE_MS);
      await interruptibleSleep.sleep(wait);
    }
  };

  return {
    /** Evaluates what is due, once. For callers that pass their own clock. */
    evaluateDueNow: evaluateAll,
    /** Epoch ms of the last look for who is due; null while this node does not look. */
    lastCheckAt: () => lastCheckAt,
    start(): void {
      lastCheckAt ??= now();
      unsubscribe = store.changes.subscribe((_wearerId, change) => {
        if (waking.includes(change)) interruptibleSleep.wake();
      });
      loop ??= run();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      isStopped = true;
      unsubscribe();
      interruptibleSleep.wake();
      await withDeadline(STOP_WITHIN_MS, loop);
    },
  };
}
