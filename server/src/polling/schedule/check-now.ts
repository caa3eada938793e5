import type { SourceErrorCode } from '@tealight/sources';
import { SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { PollingDependencies } from '../dependencies.ts';
import type { RegisteredSource } from '../registered-source.ts';
import { parseMemory } from '../state/poll-memory.ts';
import { askedPollAt } from './next-poll.ts';

/** A poll this close is as good as one now. */
const SOON_MS = SECOND;
/** The vendor has asked for fewer calls, or each try prolongs its lock: the schedule is not changed. */
const waits: readonly (SourceErrorCode | null)[] = ['too-many-calls', 'locked-out'];

/**
 * Returns a function to call when the wearer asks for a poll. It is made as soon as the vendor allows: after its
 * shortest pause, and after a wait that it has asked for. False when that is not sooner than planned, and where
 * nothing is polled until the wearer acts.
 */
export function openCheckNow({ store, sources, now }: PollingDependencies, wake: () => void) {
  return async function checkNow(wearerId: number): Promise<boolean> {
    const connection = await store.connections.find(wearerId);
    const registered = sources[connection?.source ?? ''];
    if (connection === null || registered === undefined || connection.nextAt === null) return false;
    const at = now();
    // Where it is not due any more, its poll has just ended.
    if (connection.nextAt <= at)
      return (await store.connections.askAgain(wearerId, at)) || checkNow(wearerId);
    if (connection.nextAt <= at + SOON_MS) return true;
    if (waits.includes(connection.errorCode)) return false;
    const isSooner = await store.connections.pollAt(
      wearerId,
      connection.source,
      allowedAt(connection, registered, at),
    );
    if (isSooner) wake();
    return isSooner;
  };
}

/** When the vendor allows the next call (epoch ms). A time that is still to come was set by a clock that was ahead. */
function allowedAt({ pollMemory }: Connection, { source }: RegisteredSource, now: number): number {
  const { polledAt = 0, requestedWait } = parseMemory(pollMemory, source.rhythm);
  const waitUntil = requestedWait == null ? 0 : Math.min(requestedWait.since, now) + requestedWait.ms;
  return Math.max(now, askedPollAt(Math.min(polledAt, now), source.rhythm), waitUntil);
}
