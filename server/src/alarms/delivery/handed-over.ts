import type { ChannelKind } from '@tealight/contract';
import type { Store } from '../../store/store.ts';

/** A message that a service has taken over. */
type HandedOver = { id: number; channelId: number; kind: ChannelKind };

/**
 * Stores that messages were handed over: those that are handed over while others are being stored are stored together, so
 * that many at once cost few transactions.
 */
export function openHandedOver({ store, now }: { store: Store; now: () => number }) {
  let waiting: HandedOver[] = [];
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  const storeAll = async (): Promise<void> => {
    const messages = waiting;
    [waiting, next] = [[], null];
    // A push service has taken a message over, but only the browser knows whether it was shown.
    const reached = messages.filter(({ kind }) => kind !== 'web-push').map(({ channelId }) => channelId);
    await store.transaction(async ({ alarmDeliveries, alarmChannels }) => {
      await alarmDeliveries.allHandedOver(
        messages.map(({ id }) => id),
        now(),
      );
      if (reached.length > 0) await alarmChannels.allReached(reached, now());
    });
  };
  return {
    /** Resolves when it is stored; rejects with the store's error. */
    async add(message: HandedOver): Promise<void> {
      waiting.push(message);
      if (next === null) {
        const before = current.catch(() => {});
        next = before.then(storeAll);
        current = next;
      }
      await next;
    },
  };
}

export type HandedOverStore = ReturnType<typeof openHandedOver>;
