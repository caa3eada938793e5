import { withDeadline } from '../shared/deadline.ts';
import { openIncident, shareIncident } from '../shared/incident.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Connection } from '../store/connections/connection-row.ts';
import type { PollingContext } from './dependencies.ts';
import { capacityFor, type RunningPoll } from './limits/concurrency.ts';
import { pollConnection } from './poll-connection.ts';
import type { RegisteredSource } from './registered-source.ts';
import { CLOCK_TOLERANCE_MS, longestIntervalMs } from './schedule/next-poll.ts';
import { PollSuperseded } from './state/recorder.ts';

/**
 * Another node takes over a dead node's work after this and one interval between two checks: so a device that asks every
 * few seconds lacks a reading for less than 30 seconds.
 */
const LEASE_MS = 15 * SECOND;
const RENEW_AFTER_MS = 5 * SECOND;
/** Leasing is a transaction: with fewer free places it waits for the next check. Own choice. */
const PLACES_WORTH_A_CHECK = 50;
/** Own choice: costs one index lookup for each source. */
const RESET_FUTURE_INTERVAL_MS = 10 * SECOND;
/** Clocks are corrected by less than this all the time. Own choice. */
const SET_BACK_MS = 2 * SECOND;
/** When stopping, running polls may finish. All waits together are less than the 6.5 s that the process has to stop. */
const FINISH_WITHIN_MS = 1.5 * SECOND;
/** When stopping: how much longer to wait for renewals of sessions, which would be lost. */
const RENEW_WITHIN_MS = 3 * SECOND;
/** When stopping: how long one operation of the store may take, so that a store that hangs does not keep the process. */
export const STORE_WITHIN_MS = 500;

type ActivePoll = RunningPoll & {
  wearerId: number;
  revision: number;
  /** As it was leased. */
  dueAt: number | null;
  source: string;
  leasedAt: number;
  controller: AbortController;
  /** Starts the poll that takes its place. */
  next: () => void;
  done: Promise<void>;
};

/** Leases due connections and polls them, renews the leases of long polls, and returns the leases at the end. */
export function openWorker(context: PollingContext, onPlacesFree: () => void) {
  const { store, sources, node, now, log } = context;
  const running = new Set<ActivePoll>();
  /** Sources with more due connections than could be leased. */
  const backlogged = new Set<string>();
  /** Polls of each source that have ended since the last check. */
  const endedPolls = new Map<string, number>();
  const storing = shareIncident(openIncident(log, 'poll-not-stored'), now);
  let resetFutureAt = Number.NEGATIVE_INFINITY;
  let lastCheckAt = Number.NEGATIVE_INFINITY;
  let isClosing = false;

  const start = (connection: Connection, registered: RegisteredSource, leasedAt: number) => {
    const { wearerId, revision, source, nextAt: dueAt } = connection;
    const controller = new AbortController();
    const isFailing = connection.failures > 0;
    const poll: ActivePoll = {
      wearerId,
      revision,
      dueAt,
      source,
      leasedAt,
      startedAt: leasedAt,
      isFailing,
      controller,
      next: () => {},
      done: Promise.resolve(),
    };
    running.add(poll);
    poll.done = pollConnection({ connection, registered, context, stop: controller.signal })
      .then(
        () => storing.worked(wearerId),
        (error: unknown) => {
          // Readings that could not be stored are read again when the lease has ended.
          if (error instanceof PollSuperseded) return;
          storing.failed(wearerId, error, { source });
        },
      )
      .finally(() => {
        running.delete(poll);
        if (!isClosing) poll.next();
        const ended = (endedPolls.get(source) ?? 0) + 1;
        endedPolls.set(source, ended);
        if (backlogged.has(source) && ended >= PLACES_WORTH_A_CHECK) onPlacesFree();
      });
  };

  const leaseAndStart = async (source: string, registered: RegisteredSource): Promise<void> => {
    const at = now();
    const ofSource = [...running].filter((poll) => poll.source === source);
    const capacity = capacityFor(ofSource, at);
    if (capacity.limit <= 0) return;
    const until = at + LEASE_MS;
    const leased = await store.leases.claim({
      node,
      source,
      now: at,
      dueBefore: at - context.decryptionGuard.delayMs(),
      until,
      latest: until + CLOCK_TOLERANCE_MS,
      ...capacity,
    });
    endedPolls.set(source, 0);
    if (leased.length === capacity.limit) backlogged.add(source);
    else backlogged.delete(source);
    const polls = new Map([...running].map((poll) => [poll.wearerId, poll]));
    for (const connection of leased) {
      const poll = polls.get(connection.wearerId);
      if (poll === undefined) start(connection, registered, at);
      else if (poll.revision !== connection.revision) {
        // The wearer has connected again, at another node.
        poll.controller.abort();
        poll.next = () => start(connection, registered, at);
      } else if (poll.dueAt !== connection.nextAt) {
        // That poll is stored already, and somebody has asked for another.
        poll.next = () => start(connection, registered, at);
      }
    }
  };

  /** A clock that was ahead, here or at another node, must not delay any poll by as much. */
  const resetFutureTimes = async (at: number): Promise<void> => {
    if (at >= resetFutureAt && at < resetFutureAt + RESET_FUTURE_INTERVAL_MS) return;
    resetFutureAt = at;
    context.vendorOutages.endUnpolled();
    storing.forget();
    for (const [name, { source }] of Object.entries(sources)) {
      const latest = at + longestIntervalMs(source.rhythm) + CLOCK_TOLERANCE_MS;
      await store.leases.resetFutureTimes(name, { now: at, latest });
    }
  };

  /** After the clock was set back, corrects or drops times that came from it, and renews all leases. */
  const followClock = async (at: number): Promise<void> => {
    const byMs = lastCheckAt - at;
    if (lastCheckAt === Number.NEGATIVE_INFINITY)
      await store.leases.resetFuturePolls({ now: at, latest: at + CLOCK_TOLERANCE_MS });
    if (byMs > SET_BACK_MS) {
      await store.leases.moveTimesBack({ now: at, byMs });
      log.warn({ event: 'clock-set-back', byMs });
      context.circuitBreakers.reset();
      context.signInBreakers.reset();
      context.signInThrottle.reset();
      for (const poll of running) {
        poll.leasedAt = Number.NEGATIVE_INFINITY;
        poll.startedAt = at;
      }
    }
    lastCheckAt = at;
  };

  return {
    /** Renews leases that are getting old, and starts the polls that are due. */
    async startDuePolls(): Promise<void> {
      const at = now();
      await resetFutureTimes(at);
      await followClock(at);
      const toRenew = [...running].filter(({ leasedAt }) => at - leasedAt >= RENEW_AFTER_MS);
      if (toRenew.length > 0) {
        const ids = toRenew.map(({ wearerId }) => wearerId);
        await store.leases.renew(node, ids, at + LEASE_MS);
        for (const poll of toRenew) poll.leasedAt = at;
      }
      await Promise.all(
        Object.entries(sources).map(([source, registered]) => leaseAndStart(source, registered)),
      );
    },
    runningPolls: (): number => running.size,
    /** Aborts the wearer's poll up to this revision: its result is obsolete. The first poll of a later one goes on. */
    abort(wearerId: number, revision: number): void {
      for (const poll of running)
        if (poll.wearerId === wearerId && poll.revision <= revision) poll.controller.abort();
    },
    /** Resolves when no poll is running. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all([...running].map(({ done }) => done));
    },
    async close(): Promise<void> {
      isClosing = true;
      const all = Promise.all([...running].map(({ done }) => done));
      await withDeadline(FINISH_WITHIN_MS, all);
      for (const poll of running) poll.controller.abort();
      await withDeadline(RENEW_WITHIN_MS, context.renewals.finished());
      await withDeadline(STORE_WITHIN_MS, all);
      // If the store does not answer, the leases expire.
      await withDeadline(
        STORE_WITHIN_MS,
        store.leases.release(node).catch(() => {}),
      );
    },
  };
}
