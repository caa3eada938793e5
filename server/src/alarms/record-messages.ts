import type { Recipient } from '@tealight/glucose';
import type { StoredChannel } from '../store/alarms/alarm-channels.ts';
import type { RungChannel } from '../store/alarms/alarm-deliveries.ts';
import { type AlarmRecipient, recipientOf } from '../store/alarms/alarm-recipients.ts';
import type { MessageReason } from '../store/alarms/alarm-tables.ts';
import type { NewDelivery } from '../store/alarms/due-deliveries.ts';
import type { Stores } from '../store/store.ts';
import type { PlannedMessage } from './plan-messages.ts';

/** Everybody whom alarms of some wearers reach, and how. */
export type People = {
  recipientsOf(wearerId: number): readonly Recipient[];
  accountsOf(wearerId: number): readonly AlarmRecipient[];
  channelsOf(accountId: number): readonly StoredChannel[];
};

/** A message about an episode as it is stored. `place`: which of its messages it is. */
export type MessageOf = { episodeId: number; wearerId: number; place: number; message: PlannedMessage };

/** Reads whom alarms of these wearers reach. */
export async function peopleOf(
  { alarmRecipients, alarmChannels, alarmSnoozes }: Stores,
  wearerIds: readonly number[],
): Promise<People> {
  const [accounts, snoozes] = await Promise.all([
    alarmRecipients.ofWearers(wearerIds),
    alarmSnoozes.ofWearers(wearerIds),
  ]);
  const channels = await alarmChannels.of([...new Set(accounts.map(({ accountId }) => accountId))]);
  const [accountsBy, channelsBy] = [
    Map.groupBy(accounts, ({ wearerId }) => wearerId),
    Map.groupBy(channels, ({ accountId }) => accountId),
  ];
  const accountsOf = (wearerId: number) => accountsBy.get(wearerId) ?? [];
  return {
    accountsOf,
    channelsOf: (accountId) => channelsBy.get(accountId) ?? [],
    recipientsOf: (wearerId) => accountsOf(wearerId).map((account) => recipientOf(account, snoozes)),
  };
}

/**
 * Stores what is to be delivered on which channel, in the transaction of the decision. What waits about the same alarms
 * is dropped: the new message says how things are. A changed text drops no ring, which says the same when it is sent.
 */
export async function recordMessages(
  { alarmDeliveries }: Stores,
  messages: readonly MessageOf[],
  people: People,
  now: number,
): Promise<void> {
  const idsOf = (which: (message: PlannedMessage) => boolean) =>
    messages.filter(({ message }) => which(message)).map(({ episodeId }) => episodeId);
  const rung = await alarmDeliveries.rungOf(
    idsOf(({ to }) => to === 'rung'),
    now,
  );
  await alarmDeliveries.drop(idsOf(({ what }) => what !== 'text'));
  await alarmDeliveries.drop(
    idsOf(({ what }) => what === 'text'),
    'texts',
  );
  const deliveries = messages.flatMap((one): NewDelivery[] => {
    const { episodeId, wearerId, place, message } = one;
    const { what, rank, to, expiresAt } = message;
    const about = { episodeId, place, what, rank, expiresAt, notSeen: notSeenOf(message, people, wearerId) };
    if (to === 'rung')
      return rung
        .filter((channel) => channel.episodeId === episodeId && takes(channel, what))
        .map(({ accountId, channelId }) => ({ ...about, accountId, channelId, loudness: 'silent' }));
    return to.flatMap(({ recipient, loudness }) =>
      people.channelsOf(Number(recipient)).map(({ id, accountId }) => ({
        ...about,
        accountId,
        channelId: id,
        loudness,
      })),
    );
  });
  await alarmDeliveries.add(deliveries, now);
}

/**
 * Whether a channel gets such a message. Where a message cannot replace the last one, only rings and the end are sent;
 * Pushover stops ringing when somebody has seen the alarm. A changed text, which makes no sound, has the topic of its
 * ring: at the push service it would replace one that the phone has not got yet (RFC 8030 §5.4).
 */
function takes({ kind, isRingOver }: RungChannel, what: MessageReason): boolean {
  if (what === 'text') return kind === 'web-push' && isRingOver;
  return what === 'seen' ? kind !== 'ntfy' : true;
}

function notSeenOf({ notSeen }: PlannedMessage, people: People, wearerId: number): NewDelivery['notSeen'] {
  if (notSeen === null) return null;
  const names = new Map(people.accountsOf(wearerId).map((one) => [String(one.accountId), one.firstName]));
  return { minutes: notSeen.minutes, names: notSeen.recipients.flatMap((id) => names.get(id) ?? []) };
}
