import { type ConnectionStatus, problemText, remedyFor, sourceName, troubleText } from '@tealight/contract';
import { isStale, STALE_AFTER_MS } from '@tealight/glucose';
import type { Rhythm } from '@tealight/sources';
import type { Connection } from '../store/connection-row.ts';
import { MINUTE } from '../times.ts';
import { type Memory, recall } from './memory.ts';
import type { Offered } from './parts.ts';
import { rhythmFor } from './rhythm.ts';

const none: ConnectionStatus = {
  ...{ status: 'noConnectionSetup', connectionType: 'none', state: 'none', trouble: null, text: null },
  ...{ remedy: null, since: null, lastReadingAt: null, nextTryAt: null },
};

/**
 * How the connection stands, for people: an old reading never passes for a good connection, and while Tealight
 * itself has a problem (`hasProblem`) nobody else is blamed.
 */
export function toStatus(
  connection: Connection | null,
  offered: Offered | undefined,
  now: number,
  hasProblem = false,
): ConnectionStatus {
  if (connection === null || connection.state === 'off' || offered === undefined) return none;
  if (hasProblem || isForgotten(connection, now)) return ourProblem(connection, offered, now);
  const { lastReadingAt, nextAt, trouble } = connection;
  const memory = recall(connection.rhythm, offered.source.rhythm);
  const rhythm = rhythmFor(memory.learnt, offered.source.rhythm);
  const state =
    connection.state === 'fine' && isSilent(lastReadingAt, rhythm, now) ? 'silent' : connection.state;
  const since = state === connection.state ? connection.since : lastReadingAt;
  return {
    status: lastReadingAt !== null && !isStale(lastReadingAt, now) ? 'allGood' : 'noCurrentData',
    connectionType: offered.type,
    ...{ state, trouble },
    text:
      trouble === null
        ? state === 'silent'
          ? silentText(connection, offered)
          : delayText(state, offered, rhythm)
        : troubleText(trouble, offered.type, nextAt !== null),
    remedy: trouble && remedyFor(trouble, nextAt !== null),
    ...{
      since: moment(since),
      lastReadingAt: moment(lastReadingAt),
      nextTryAt: moment(nextTryOf(connection, memory)),
    },
  };
}

/** When the vendor is asked next: never before the time for which it has asked to wait. */
function nextTryOf({ nextAt }: Connection, { wait }: Memory): number | null {
  return nextAt === null || wait == null ? nextAt : Math.max(nextAt, wait.since + wait.ms);
}

/** Longer than asking may take: nobody has asked though it was due, or what came could not be kept. */
const FORGOTTEN_AFTER_MS = 5 * MINUTE;

/** One that failed before may have to wait for others that hang: its own trouble is the truth. */
const isForgotten = ({ nextAt, failures }: Connection, now: number): boolean =>
  failures === 0 && nextAt !== null && now - nextAt >= FORGOTTEN_AFTER_MS;

/** While Tealight itself has a problem, neither the sensor nor the source is to blame for what is missing. */
function ourProblem({ lastReadingAt }: Connection, { type }: Offered, now: number): ConnectionStatus {
  return {
    status: lastReadingAt !== null && !isStale(lastReadingAt, now) ? 'allGood' : 'noCurrentData',
    ...{ connectionType: type, state: 'problem', trouble: null, text: problemText, remedy: 'wait' },
    ...{ since: null, lastReadingAt: moment(lastReadingAt), nextTryAt: null },
  };
}

/** A source that shows readings late is silent only when the next ones should have been shown. */
const isSilent = (lastReadingAt: number | null, { visibleAfterMs }: Rhythm, now: number) =>
  lastReadingAt === null || now - lastReadingAt >= STALE_AFTER_MS + visibleAfterMs;

function silentText({ lastReadingAt }: Connection, { type }: Offered): string {
  const name = sourceName(type);
  return lastReadingAt === null
    ? `${name} accepts the login, but has shown no readings yet. Check that the sensor is running and shares its readings`
    : `${name} answers, but has nothing new. Check the sensor, and the phone that sends its readings`;
}

function delayText(state: string, { type }: Offered, { visibleAfterMs }: Rhythm): string | null {
  const minutes = Math.round(visibleAfterMs / MINUTE);
  if (state !== 'fine' || visibleAfterMs < STALE_AFTER_MS) return null;
  return `${sourceName(type)} shows readings here about ${minutes} minutes late`;
}

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
