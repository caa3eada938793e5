import { type Change, changes, WearerId, wearerChangesPath } from '@tealight/contract';
import * as z from 'zod/mini';
import { subscribeToEvents } from './event-stream.ts';

const WearerChange = z.object({ wearer: WearerId, change: z.enum(changes) });

/** Subscribes to what changes of all wearers of the account; returns the function that unsubscribes. */
export const subscribeToWearerChanges = (
  accessToken: string,
  { onOpen, onChange }: { onOpen: () => void; onChange: (change: Change) => void },
): (() => void) =>
  subscribeToEvents({
    path: wearerChangesPath,
    headers: () => ({ authorization: `Bearer ${accessToken}` }),
    onOpen,
    onData: (data) => {
      const { data: event } = WearerChange.safeParse(jsonOf(data));
      // A newer server may tell of changes that this page does not know.
      if (event !== undefined) onChange(event.change);
    },
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
