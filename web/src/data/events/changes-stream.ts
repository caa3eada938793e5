import { type Change, changes, changesPath, wearerHeader } from '@tealight/contract';
import { dataLinesIn, subscribeToEvents } from './event-stream.ts';

export type ChangesOptions = {
  accessToken: string;
  /** Whose changes, asked for each time the stream is opened; null for the session's selected wearer. */
  wearer?: () => string | null;
  /** The server reports a change. */
  onChange: (change: Change) => void;
  /** The stream is open; changes before that were not received. */
  onOpen: () => void;
  /** The session may not see this wearer, or not any longer. The stream is not opened again. */
  onRefused?: (wearer: string | null) => void;
};

/** Subscribes to what changes for the wearer on screen; returns the function that unsubscribes. */
export function subscribeToChanges({
  accessToken,
  wearer = () => null,
  onChange,
  onOpen,
  onRefused,
}: ChangesOptions): () => void {
  let asked: string | null = null;
  return subscribeToEvents({
    path: changesPath,
    headers: () => {
      asked = wearer();
      return {
        authorization: `Bearer ${accessToken}`,
        ...(asked !== null && { [wearerHeader]: asked }),
      };
    },
    onOpen,
    onData: (data) => {
      const change = changeOf(data);
      if (change !== undefined) onChange(change);
    },
    onRefused: ({ code }) => {
      // A session that has ended is handled by the next call.
      if (code === 'no-such-wearer') onRefused?.(asked);
    },
  });
}

const changeOf = (data: string): Change | undefined => changes.find((name) => name === data);

/** The changes of an event stream; returns when the stream ends or fails. */
export async function* changesIn(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<Change> {
  for await (const data of dataLinesIn(body, onBytes)) {
    const change = changeOf(data);
    if (change !== undefined) yield change;
  }
}
