import { randomUUID } from 'node:crypto';
import type { ConnectionStatus } from '@tealight/contract';
import { withDeadline } from '../shared/deadline.ts';
import { openIncident } from '../shared/incident.ts';
import { openInterruptibleSleep } from '../shared/interruptible-sleep.ts';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Connection } from '../store/connections/connection-row.ts';
import { connectionActions } from './connecting/connect.ts';
import { personSelection } from './connecting/select-person.ts';
import { noPollCounters, type PollingContext, type PollingDependencies } from './dependencies.ts';
import { openCircuitBreakers } from './limits/circuit-breaker.ts';
import { openAddressLimit, openBackfillLimit } from './limits/concurrency.ts';
import { openDecryptionGuard } from './limits/decryption-guard.ts';
import { openSignInBreakers, openSignInThrottle } from './limits/sign-in-limits.ts';
import { openCheckNow } from './schedule/check-now.ts';
import { openViewedWearers } from './schedule/viewed-wearers.ts';
import { openRenewals } from './session/renewals.ts';
import { connectionStatusOf } from './state/connection-status.ts';
import { openRecorder } from './state/recorder.ts';
import { openVendorOutages } from './state/vendor-outages.ts';
import { openWorker, STORE_WITHIN_MS } from './worker.ts';

/** How often to check for due polls: on average a reading waits half of it. */
const CHECK_INTERVAL_MS = 250;
/** When the store does not answer. */
const CHECK_AGAIN_MS = 2 * SECOND;

type WithDefault = 'random' | 'node' | 'pollCounters';
type PollingOptions = Omit<PollingDependencies, WithDefault> &
  Partial<Pick<PollingDependencies, WithDefault>> & {
    /** Whether Tealight itself has a problem, so that neither a source nor a sensor is the cause. */
    hasProblem?: () => boolean;
  };

export type Polling = ReturnType<typeof openPolling>;

/** Polls every connected source when its next reading should be there. Nothing is polled before `start`. */
export function openPolling(options: PollingOptions) {
  const dependencies: PollingDependencies = {
    random: Math.random,
    node: randomUUID(),
    pollCounters: noPollCounters,
    ...options,
  };
  const { store, sources, node, now, log } = dependencies;
  const { hasProblem = () => false } = options;
  const context: PollingContext = {
    ...dependencies,
    signInBreakers: openSignInBreakers(now),
    signInThrottle: openSignInThrottle(),
    circuitBreakers: openCircuitBreakers(),
    vendorOutages: openVendorOutages(dependencies),
    backfillLimit: openBackfillLimit(),
    addressLimit: openAddressLimit(),
    decryptionGuard: openDecryptionGuard(),
    renewals: openRenewals(),
    record: openRecorder(store.leases, node, () => worker.runningPolls()),
  };
  const interruptibleSleep = openInterruptibleSleep();
  const worker = openWorker(context, interruptibleSleep.wake);
  let loop: Promise<void> | null = null;
  let isStopped = false;
  const incident = openIncident(log, 'polling-failed');
  let lastCheckAt: number | null = null;

  /** Returns the wait until the next check, ms. The health checks report a store that does not work. */
  const check = async (): Promise<number> => {
    try {
      await worker.startDuePolls();
      incident.worked();
      lastCheckAt = now();
      return CHECK_INTERVAL_MS;
    } catch (error) {
      if (error instanceof StoreUnavailable) lastCheckAt = now();
      else incident.failed(error);
      return CHECK_AGAIN_MS;
    }
  };
  const runLoop = async (): Promise<void> => {
    while (!isStopped) await interruptibleSleep.sleep(await check());
  };

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    isStopped = true;
    interruptibleSleep.wake();
    await withDeadline(STORE_WITHIN_MS, loop);
    await worker.close();
  };

  const onReplaced = (wearerId: number, revision: number): void => {
    worker.abort(wearerId, revision);
    interruptibleSleep.wake();
  };

  const statusOf = (connection: Connection | null): ConnectionStatus =>
    connectionStatusOf(connection, sources[connection?.source ?? ''], now(), hasProblem());

  return {
    ...connectionActions(context, onReplaced),
    ...personSelection(context, onReplaced),
    /** The status of the wearer's connection, as in the contract. */
    async status(wearerId: number): Promise<ConnectionStatus> {
      return statusOf(await store.connections.find(wearerId));
    },
    /** The same for several wearers, in their order, from one query. */
    async statuses(wearerIds: readonly number[]): Promise<ConnectionStatus[]> {
      const found = await store.connections.ofAll(wearerIds);
      const connections = new Map(found.map((connection) => [connection.wearerId, connection]));
      return wearerIds.map((id) => statusOf(connections.get(id) ?? null));
    },
    /** To call when somebody looks at the wearer's readings. */
    wearerViewed: openViewedWearers(context, interruptibleSleep.wake),
    /** Polls as soon as the source allows; false when that is not sooner than planned. */
    checkNow: openCheckNow(context, interruptibleSleep.wake),
    start(): void {
      lastCheckAt ??= now();
      loop ??= runLoop();
    },
    /** When (epoch ms) the last check for due polls ended, successful or not; null before the start. */
    lastCheckAt: () => lastCheckAt,
    /** How many polls are running, each with the lease of a connection. */
    runningPolls: worker.runningPolls,
    /** Checks once, and starts the polls that are due. */
    startDuePolls: worker.startDuePolls,
    /** Checks once, and waits for all polls. For callers that pass their own clock. */
    async runDuePolls(): Promise<void> {
      await worker.startDuePolls();
      await worker.idle();
    },
    /** Starts no more polls, lets running ones finish for some seconds, and leaves the rest to other nodes. */
    [Symbol.asyncDispose](): Promise<void> {
      closing ??= close();
      return closing;
    },
  };
}
