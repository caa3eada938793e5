import type { Settings } from '../options.ts';
import { HubError } from '../protocol/errors.ts';
import type { Connection } from './connection.ts';
import { CLOSED_WITH_ERROR } from './endings.ts';

/** Runs `onConnected`; its error closes the connection. Never rejects. */
export async function runOnConnected(connection: Connection, { onConnected, log }: Settings): Promise<void> {
  try {
    await onConnected?.(connection);
  } catch (error) {
    const received = error instanceof HubError;
    if (!received) log({ event: 'failed', connectionId: connection.id, error });
    connection.close({ error: received ? error.message : CLOSED_WITH_ERROR });
  }
}

/** Runs `onDisconnected`; its error is logged. Never rejects. */
export async function runOnDisconnected(
  connection: Connection,
  reason: string | undefined,
  { onDisconnected, log }: Settings,
): Promise<void> {
  try {
    await onDisconnected?.(connection, reason);
  } catch (error) {
    log({ event: 'failed', connectionId: connection.id, error });
  }
}
