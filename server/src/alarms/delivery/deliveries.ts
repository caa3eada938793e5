import { randomUUID } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { ChannelFailure } from '@tealight/contract';
import { withDeadline } from '../../shared/deadline.ts';
import { openIncident, shareIncident } from '../../shared/incident.ts';
import { openInterruptibleSleep } from '../../shared/interruptible-sleep.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { StoredChannel } from '../../store/alarms/alarm-channels.ts';
import type { DueDelivery } from '../../store/alarms/due-deliveries.ts';
import { failedForNow } from '../channels/http-outcome.ts';
import { openAcceptedMessages } from './accepted-messages.ts';
import { decryptAddress, type StoredAddress } from './addresses.ts';
import { askReceipt, deliver, isPointless, storeOutcome } from './deliver.ts';
import type { DeliveryDependencies } from './dependencies.ts';
import { testMessage } from './message.ts';
import { hostOf, sendOn } from './send-on.ts';

/** How often to look for messages that another node has decided, and for retries. */
const CHECK_INTERVAL_MS = 250;
/** When the store does not answer. */
const CHECK_AGAIN_MS = 2 * SECOND;
/** Messages that a node sends at once: with an answer in 200 ms, 500 a second take 100. */
const MAX_SENDING = 200;
/** Fewer are not claimed at once, so that a node that has much to send does not read the store for each message. */
const MIN_CLAIM = 25;
/** Of those, to one host: one that hangs must leave room for the others. */
const MAX_SENDING_PER_HOST = 100;
/** When there are as many to its host as allowed. */
const HOST_FULL_MS = 500;
/** Longer than a try can take: 10 seconds, and on Pushover 6 before them for receipts. */
const LEASE_MS = 20 * SECOND;
/** When stopping: what was handed over must be stored. */
const STOP_WITHIN_MS = 11 * SECOND;

/** Delivers messages about alarms on channels. Nothing happens before `start`. */
export function openDeliveries(
  options: Omit<DeliveryDependencies, 'node' | 'accepted'> &
    Partial<Pick<DeliveryDependencies, 'node'>> & { sendingMaxToHost?: number },
) {
  const dependencies: DeliveryDependencies = {
    node: randomUUID(),
    accepted: openAcceptedMessages(options),
    ...options,
  };
  const { store, encryption, node, now, log } = dependencies;
  const { sendingMaxToHost = MAX_SENDING_PER_HOST } = options;
  const interruptibleSleep = openInterruptibleSleep();
  const sending = new Set<Promise<void>>();
  const sendingTo = new Map<string, number>();
  let loop: Promise<void> | null = null;
  let isStopped = false;
  const looking = openIncident(log, 'alarm-deliveries-failed');
  const delivering = shareIncident(openIncident(log, 'alarm-not-delivered'), now);

  const begin = (delivery: DueDelivery, address: StoredAddress): void => {
    const host = hostOf(address);
    sendingTo.set(host, (sendingTo.get(host) ?? 0) + 1);
    const isHandedOver = delivery.receipt !== null;
    const work = (isHandedOver ? askReceipt : deliver)(dependencies, delivery, address)
      // The lease ends, and the message is tried again.
      .then(
        () => delivering.worked(delivery.id),
        (error: unknown) => delivering.failed(delivery.id, error),
      )
      .finally(() => {
        sending.delete(work);
        const left = (sendingTo.get(host) ?? 1) - 1;
        if (left === 0) sendingTo.delete(host);
        else sendingTo.set(host, left);
      });
    sending.add(work);
  };

  const beginOrEnd = async (delivery: DueDelivery): Promise<void> => {
    const { id, accountId, channel, expiresAt } = delivery;
    const isHandedOver = delivery.receipt !== null;
    if (!isHandedOver && isPointless(delivery)) return store.alarmDeliveries.remove(id);
    if (!isHandedOver && now() >= expiresAt) return giveUp(delivery, 'out-of-time');
    const address = decryptAddress(encryption, accountId, channel.address);
    // Another node may have the key.
    if (address === null) return storeOutcome(dependencies, delivery, failedForNow('refused'));
    if ((sendingTo.get(hostOf(address)) ?? 0) >= sendingMaxToHost)
      return store.alarmDeliveries.release(id, now() + HOST_FULL_MS);
    begin(delivery, address);
  };
  const giveUp = async (
    { id, channelId, channel, tries }: DueDelivery,
    failure: ChannelFailure,
  ): Promise<void> => {
    if (tries === 1) dependencies.count(channel.kind, failure, null);
    await store.alarmChannels.failed(channelId, now(), failure);
    await store.alarmDeliveries.givenUp(id, node, failure);
  };

  /** Claims what is due and begins to send it. Returns whether more may be due. */
  const sendDue = async (): Promise<boolean> => {
    const limit = MAX_SENDING - sending.size;
    if (limit < MIN_CLAIM) {
      await Promise.race(sending);
      return true;
    }
    delivering.forget();
    const ids = await store.alarmDeliveries.claim({ node, now: now(), leaseMs: LEASE_MS, limit });
    const due = await store.alarmDeliveries.read(ids);
    // All of them, also when the store fails for one: the others must not wait until their lease ends.
    const begun = await Promise.allSettled(
      due.filter((delivery) => !isAskedByAnother(delivery, due)).map(beginOrEnd),
    );
    const failed = begun.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    // SQLite answers at once, so that without this nothing else of this process would run while much is due.
    await othersTurn();
    return ids.length === limit;
  };

  /** Returns the wait until the next check, ms. */
  const check = async (): Promise<number> => {
    try {
      while (!isStopped && (await sendDue()));
      looking.worked();
      return CHECK_INTERVAL_MS;
    } catch (error) {
      looking.failed(error);
      return CHECK_AGAIN_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!isStopped) await interruptibleSleep.sleep(await check());
  };

  return {
    start(): void {
      loop ??= run();
    },
    /** Looks for what is due now, after something was decided. */
    wake: interruptibleSleep.wake,
    /** Sends what is due, once, and waits for it. For callers that pass their own clock. */
    async deliverDueNow(): Promise<void> {
      while (await sendDue());
      await Promise.all(sending);
    },
    /** Sends a test message. Null: it was handed over. */
    async test(channel: StoredChannel): Promise<ChannelFailure | null> {
      const { id, accountId, kind } = channel;
      const stored = decryptAddress(encryption, accountId, channel.address);
      const token = dependencies.tokens.make({ testOf: id, sentAt: now() });
      const message = testMessage(channel, { publicUrl: dependencies.publicUrl, token }, now());
      const outcome =
        stored === null
          ? ({ isSent: false, failure: 'refused' } as const)
          : await sendOn(dependencies.channels, stored, message);
      if (!outcome.isSent) await store.alarmChannels.failed(id, now(), outcome.failure);
      else if (kind !== 'web-push') await store.alarmChannels.reached(id, now(), null);
      return outcome.isSent ? null : outcome.failure;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      isStopped = true;
      interruptibleSleep.wake();
      await withDeadline(STOP_WITHIN_MS, Promise.all([loop, ...sending]));
    },
  };
}

/**
 * Whether a newer message about the same alarm, on the same channel, is about to ask for this one's receipt and to end
 * it. If it does not, the lease ends and the receipt is asked for again.
 */
const isAskedByAnother = ({ receipt, channelId, episode }: DueDelivery, due: readonly DueDelivery[]) =>
  receipt !== null &&
  due.some(
    (other) => other.receipt === null && other.channelId === channelId && other.episode.id === episode.id,
  );

export type Deliveries = ReturnType<typeof openDeliveries>;
