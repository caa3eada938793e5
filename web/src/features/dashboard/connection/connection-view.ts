import { useQuery } from '@tanstack/react-query';
import { type ConnectionStatus, sourceName } from '@tealight/contract';
import { CallFailed } from '../../../data/call.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { connectionForError } from '../../../data/wearer/read-connection.ts';
import type { WearerOnPage } from '../../../data/wearer/wearers.ts';
import { connectionQuery, readingsQuery } from '../../../data/wearer-queries.ts';
import { wearerText } from '../../../text/people/wearer.ts';

/** What is known about the connection, and whether the last calls were answered. */
export type ConnectionView = {
  /** The status to show. After a failed call it says why nothing is known now. */
  connection: ConnectionStatus;
  /** The last answer of the server; undefined before the first. Older than now where `fault` is set. */
  known: ConnectionStatus | undefined;
  /** Why the last call failed: without an answer, or with one that is an error. Null: it did not. */
  fault: 'unreachable' | 'problem' | null;
};

/** The connection and how sure it is; undefined until the first call has ended. */
export function useConnectionView(): ConnectionView | undefined {
  const { data: known, isError, error } = useAnswer(useQuery(connectionQuery));
  const readings = useAnswer(useQuery(readingsQuery));
  const fault = isError ? faultOf(error) : readings.isError ? faultOf(readings.error) : null;
  const connection = isError ? connectionForError(error) : known;
  return connection && { connection, known, fault };
}

/** Why readings do not arrive, as the server says it to readers who can fix it, and in other words to all others. */
export function reasonOf({ state, text, connectionType }: ConnectionStatus, { may, name }: WearerOnPage) {
  const { error, silent, problem } = wearerText.connection;
  if (text === null || name === null || may('sources')) return text;
  if (state === 'error') return error({ name, source: sourceName(connectionType) });
  if (state === 'silent') return silent({ name });
  return state === 'problem' ? problem({ name }) : text;
}

const faultOf = (error: unknown): ConnectionView['fault'] =>
  error instanceof CallFailed && error.status !== null ? 'problem' : 'unreachable';
