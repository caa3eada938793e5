import {
  type ConnectionStatus,
  errorTextOf,
  noConnection,
  problemText,
  remedyFor,
  sourceName,
} from '@tealight/contract';
import { hasGlucoseAlarms, isStale, longestDelayMs } from '@tealight/glucose';
import type { Rhythm } from '@tealight/sources';
import { isoTime, MINUTE } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { RegisteredSource } from '../registered-source.ts';
import { currentForMs, rhythmFor } from '../schedule/rhythm.ts';
import { type PollMemory, parseMemory } from './poll-memory.ts';

/**
 * The status of a connection, as people see it: an old reading never counts as a good connection, and while Tealight
 * itself has a problem (`hasProblem`) no other cause is named.
 */
export function connectionStatusOf(
  connection: Connection | null,
  registered: RegisteredSource | undefined,
  now: number,
  hasProblem = false,
): ConnectionStatus {
  if (connection === null || registered === undefined) return noConnection;
  if (connection.state === 'off')
    return { ...noConnection, savedLogin: savedLoginOf(connection, registered) };
  if (hasProblem || isOverdue(connection, now)) return ownProblem(connection, registered, now);
  const { lastReadingAt, nextAt, errorCode } = connection;
  const memory = parseMemory(connection.pollMemory, registered.source.rhythm);
  const rhythm = rhythmFor(memory.learned, registered.source.rhythm);
  const state =
    connection.state === 'fine' && isSilent(lastReadingAt, rhythm, now) ? 'silent' : connection.state;
  const since = state === connection.state ? connection.since : lastReadingAt;
  return {
    status: lastReadingAt !== null && !isStale(lastReadingAt, now) ? 'allGood' : 'noCurrentData',
    connectionType: registered.type,
    source: connection.source,
    state,
    errorCode,
    text:
      errorCode === null
        ? state === 'silent'
          ? silentText(connection, registered)
          : delayText(state, registered, rhythm)
        : errorTextOf(errorCode, registered.type, { willRetry: nextAt !== null, source: connection.source }),
    remedy: errorCode && remedyFor(errorCode, nextAt !== null),
    since: isoTime(since),
    lastReadingAt: isoTime(lastReadingAt),
    nextTryAt: isoTime(nextTryOf(connection, memory)),
    savedLogin: null,
  };
}

const savedLoginOf = (
  { encryptedLogin, encryptedSession }: Connection,
  { type }: RegisteredSource,
): ConnectionStatus['savedLogin'] => (encryptedLogin === null && encryptedSession === null ? null : type);

/** When the vendor is polled next: never before the end of the wait that it asked for. */
function nextTryOf({ nextAt }: Connection, { requestedWait }: PollMemory): number | null {
  if (nextAt === null || requestedWait == null) return nextAt;
  return Math.max(nextAt, requestedWait.since + requestedWait.ms);
}

/** Longer than a poll may take: no node has polled though it was due, or the readings could not be stored. */
const OVERDUE_AFTER_MS = 5 * MINUTE;

/** A connection that failed before may wait for others that hang; then its own error is shown. */
const isOverdue = ({ nextAt, failures }: Connection, now: number): boolean =>
  failures === 0 && nextAt !== null && now - nextAt >= OVERDUE_AFTER_MS;

/** While Tealight itself has a problem, neither the sensor nor the source is the cause of missing readings. */
function ownProblem(
  { lastReadingAt, source }: Connection,
  { type }: RegisteredSource,
  now: number,
): ConnectionStatus {
  return {
    status: lastReadingAt !== null && !isStale(lastReadingAt, now) ? 'allGood' : 'noCurrentData',
    connectionType: type,
    source,
    state: 'problem',
    errorCode: null,
    text: problemText,
    remedy: 'wait',
    since: null,
    lastReadingAt: isoTime(lastReadingAt),
    nextTryAt: null,
    savedLogin: null,
  };
}

/** A source that shows readings late is silent only when the next ones should be visible. */
const isSilent = (lastReadingAt: number | null, rhythm: Rhythm, now: number) =>
  lastReadingAt === null || now - lastReadingAt >= currentForMs(rhythm);

function silentText({ lastReadingAt }: Connection, { type }: RegisteredSource): string {
  const name = sourceName(type);
  return lastReadingAt === null
    ? `${name} accepts the login, but has shown no readings yet. Check that the sensor is running and shares its readings`
    : `${name} answers, but has nothing new. Check the sensor, and the phone that sends its readings`;
}

/** A reading is here when it is shown and the next poll comes, which may be a whole pause later. */
function delayText(state: string, { type }: RegisteredSource, rhythm: Rhythm): string | null {
  if (state !== 'fine' || hasGlucoseAlarms(rhythm)) return null;
  const least = Math.round(rhythm.visibleAfterMs / MINUTE);
  const most = Math.round((longestDelayMs(rhythm) + rhythm.pauseMs) / MINUTE);
  const minutes = most > least ? `${least} to ${most}` : `about ${least}`;
  return `${sourceName(type)} shows readings here ${minutes} minutes late`;
}
