import { CLOSED_WITH_ERROR } from './closing.ts';
import type { Connection } from './connection.ts';
import { HubError } from './errors.ts';
import type { Settings } from './options.ts';

/** Runs `onConnected`; its error closes the connection. Never rejects. */
export async function greet(connection: Connection, { onConnected, log }: Settings): Promise<void> {
  try {
    await onConnected?.(connection);
  } catch (error) {
    const told = error instanceof HubError;
    if (!told) log({ event: 'failed', connectionId: connection.id, error });
    connection.close({ error: told ? error.message : CLOSED_WITH_ERROR });
  }
}

/** Runs `onDisconnected`; its error is logged. Never rejects. */
export async function bidFarewell(
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
