import { MINUTE, SECOND } from '../../shared/time-units.ts';
import { endReasons } from '../../store/alarms/alarm-tables.ts';
import type { DueDelivery } from '../../store/alarms/due-deliveries.ts';
import { rightsIn } from '../../store/people/rights.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { StoredAddress } from './addresses.ts';
import type { DeliveryDependencies } from './dependencies.ts';
import { messageOf } from './message.ts';
import { sendOn } from './send-on.ts';

/** Own choice (ALM-32): soon at first, since somebody has to wake up; the last one until the message is out of date. */
const RETRY_MS = [1, 2, 4, 8, 15, 30].map((seconds) => seconds * SECOND);
/** No service makes a message wait longer: it would be out of date. */
const MAX_WAIT_MS = 5 * MINUTE;

/** Pushover allows one question in 5 seconds (its page about receipts). */
const ASK_RECEIPT_MS = 10 * SECOND;

/** Asks whether somebody has acknowledged a message that was handed over, and does what Seen does (ALM-37). */
export async function askReceipt(
  dependencies: DeliveryDependencies,
  delivery: DueDelivery,
  stored: StoredAddress,
): Promise<void> {
  const { store, channels, now, onSeen } = dependencies;
  const { id, accountId, receipt, expiresAt, wearer, episode, rank } = delivery;
  const { address } = stored;
  // It is over or seen and could not be ended then, alarms were switched off, or the recipient follows no more: it must
  // not ring on.
  const againAt = () => (now() < expiresAt ? now() + ASK_RECEIPT_MS : null);
  if (isPointless(delivery)) {
    const isEnded = await endReceipts(dependencies, delivery, stored);
    return isEnded ? undefined : store.alarmDeliveries.askAt(id, againAt());
  }
  if (address.kind !== 'pushover' || receipt === null) return store.alarmDeliveries.askAt(id, null);
  const state = await channels.pushover.receipt(address, receipt);
  if (state === 'seen') {
    // Before the receipt is forgotten: a process that dies in between asks again.
    await onSeen({ wearerId: wearer.id, accountId, episodeId: episode.id, rank });
    // Nothing rings under it any more, and what was seen once says nothing about the next ring.
    return store.alarmDeliveries.endReceipts(episode.id, delivery.channelId, [receipt]);
  }
  await store.alarmDeliveries.askAt(id, state === 'unknown' ? null : againAt());
}

/** Whether a message says something that is no longer so, or may no longer be sent to this account. */
export function isPointless({ what, episode, follow, isOwner }: DueDelivery): boolean {
  const mayKnow = isOwner || (follow !== null && rightsIn(follow.role, follow.rights).has('get-alarms'));
  if (!mayKnow) return true;
  // In place of the notification of a later alarm, its end would say that all is well.
  if (endReasons.has(what)) return episode.isFollowed;
  return episode.isEnded || ((what === 'seen') !== episode.isSilent && what !== 'text');
}

/** Tries once to deliver a message, and stores what came of it. */
export async function deliver(
  dependencies: DeliveryDependencies,
  delivery: DueDelivery,
  address: StoredAddress,
): Promise<void> {
  const { tokens, publicUrl, typeOf, now } = dependencies;
  const isSeen = await wasSeenMeanwhile(dependencies, delivery, address);
  await endReceipts(dependencies, delivery, address);
  if (isSeen || !isSent(delivery, address))
    return dependencies.store.alarmDeliveries.setAccepted(delivery.id, {
      at: now(),
      receipt: null,
      askAt: null,
    });
  const message = messageOf(
    delivery,
    { publicUrl, typeOf, token: tokens.make({ delivery: delivery.id }) },
    now(),
  );
  const outcome = await sendOn(dependencies.channels, address, message);
  await storeOutcome(dependencies, delivery, outcome);
}

/**
 * Whether this message is sent on this channel. Where the last notification stays beside a new one, which makes a sound of
 * its own, a changed text and Seen are not worth it: on Pushover, whose ringing has ended with the receipt, and at
 * Apple, whose Safari for phones knew no tag when it was looked up (stackernews/stacker.news#719).
 */
function isSent({ what }: DueDelivery, { address }: StoredAddress): boolean {
  const isReplaced =
    address.kind === 'web-push'
      ? !new URL(address.endpoint).hostname.endsWith('.push.apple.com')
      : address.kind !== 'pushover';
  return isReplaced || (what !== 'text' && what !== 'seen');
}

/**
 * Whether somebody has acknowledged a message about this alarm, or about a worse kind of it, since its receipt was last
 * asked about: with the receipt that would be lost, and it would ring again (ALM-19).
 */
async function wasSeenMeanwhile(
  { store, channels, onSeen }: DeliveryDependencies,
  { what, episode, channelId, rank, wearer, accountId }: DueDelivery,
  { address }: StoredAddress,
): Promise<boolean> {
  if (address.kind !== 'pushover' || what !== 'rings') return false;
  const receipts = await store.alarmDeliveries.receiptsOf(episode.id, channelId);
  const states = await Promise.all(
    receipts.map(({ receipt }) => channels.pushover.receipt(address, receipt)),
  );
  const seen = receipts.filter((_, index) => states[index] === 'seen');
  for (const earlier of seen)
    await onSeen({ wearerId: wearer.id, accountId, episodeId: episode.id, rank: earlier.rank });
  await store.alarmDeliveries.endReceipts(
    episode.id,
    channelId,
    seen.map(({ receipt }) => receipt),
  );
  return seen.some((earlier) => earlier.rank <= rank);
}

/**
 * What Pushover still rings for is over, seen, or replaced by this message. False: some of it could not be ended, and is
 * asked about again (`askReceipt`).
 */
async function endReceipts(
  { store, channels, log }: DeliveryDependencies,
  { episode, channelId }: DueDelivery,
  { address }: StoredAddress,
): Promise<boolean> {
  if (address.kind !== 'pushover') return true;
  const receipts = await store.alarmDeliveries.receiptsOf(episode.id, channelId);
  if (receipts.length === 0) return true;
  const accepted = await Promise.all(
    receipts.map(({ receipt }) => channels.pushover.cancel(address, receipt)),
  );
  const ended = receipts.filter((_, index) => accepted[index]).map(({ receipt }) => receipt);
  await store.alarmDeliveries.endReceipts(episode.id, channelId, ended);
  if (ended.length === receipts.length) return true;
  log.warn({ event: 'alarm-receipt-not-ended' });
  return false;
}

/** Stores what came of a try. */
export async function storeOutcome(
  dependencies: DeliveryDependencies,
  delivery: DueDelivery,
  outcome: SendOutcome,
): Promise<void> {
  const { store, node, now, count } = dependencies;
  const { id, channelId, channel, createdAt, tries, expiresAt } = delivery;
  if (outcome.isSent) {
    count(channel.kind, 'handed-over', now() - createdAt);
    const { receipt } = outcome;
    if (receipt === null) return dependencies.accepted.add({ id, channelId, kind: channel.kind });
    await store.alarmDeliveries.setAccepted(id, { at: now(), receipt, askAt: now() + ASK_RECEIPT_MS });
    await store.alarmChannels.reached(channelId, now(), null);
    return;
  }
  const { failure, isFinal, waitMs } = outcome;
  if (tries === 1) count(channel.kind, failure, null);
  if (failure === 'gone') return channelGone(dependencies, delivery);
  await store.alarmChannels.failed(channelId, now(), failure);
  const retryAt = now() + retryAfterMs(tries, waitMs);
  if (isFinal || retryAt >= expiresAt) return store.alarmDeliveries.givenUp(id, node, failure);
  await store.alarmDeliveries.retryAt(id, node, retryAt, failure);
}

/** `tries`: so far, this one included. */
export function retryAfterMs(tries: number, waitMs: number | null): number {
  const own = RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? SECOND;
  return Math.max(own, Math.min(waitMs ?? 0, MAX_WAIT_MS));
}

/** Its service has ended the channel (ALM-32): it is removed, and its account gets an email that alarms no longer reach it. */
async function channelGone(
  { store, publicUrl, mails, now }: DeliveryDependencies,
  { accountId, channelId }: Pick<DueDelivery, 'accountId' | 'channelId'>,
): Promise<void> {
  await store.transaction(async ({ alarmChannels, accounts, outbox }) => {
    const channel = await alarmChannels.find(accountId, channelId);
    const account = channel === null ? null : await accounts.byId(accountId);
    if (channel === null || account === null) return;
    await alarmChannels.remove(channelId);
    const mail = mails.channelGone(account, { channel: channel.name, link: `${publicUrl}/alarms` });
    await outbox.put({ recipient: account.email, ...mail }, now());
  });
}
