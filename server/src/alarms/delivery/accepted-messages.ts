import type { ChannelKind } from '@tealight/contract';
import type { Store } from '../../store/store.ts';

/** A message that the service of its channel has accepted. */
type AcceptedMessage = { id: number; channelId: number; kind: ChannelKind };

/**
 * Stores that messages were accepted, in batches: those that are accepted while a batch is being stored go into the next,
 * so that many at once cost few transactions.
 */
export function openAcceptedMessages({ store, now }: { store: Store; now: () => number }) {
  let waiting: AcceptedMessage[] = [];
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  const storeAll = async (): Promise<void> => {
    const messages = waiting;
    waiting = [];
    next = null;
    // A push service has accepted a message, but only the browser knows whether it was shown.
    const reached = messages.filter(({ kind }) => kind !== 'web-push').map(({ channelId }) => channelId);
    await store.transaction(async ({ alarmDeliveries, alarmChannels }) => {
      await alarmDeliveries.markAccepted(
        messages.map(({ id }) => id),
        now(),
      );
      if (reached.length > 0) await alarmChannels.markReached(reached, now());
    });
  };
  return {
    /** Resolves when it is stored; rejects with the store's error. */
    async add(message: AcceptedMessage): Promise<void> {
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

export type AcceptedMessages = ReturnType<typeof openAcceptedMessages>;
