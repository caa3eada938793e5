import { alarmChannels, type ReplyOf } from '@tealight/contract';
import type { SendOutcome } from '../../src/alarms/channels/channel.ts';
import type { Store } from '../../src/store/store.ts';
import { readingsCome, watched } from './alarms-on.ts';
import { addChannel, deliveriesOn } from './deliveries-on.ts';

/** What a channel answers whose service is down. */
export const unreachable: SendOutcome = {
  isSent: false,
  failure: 'unreachable',
  isFinal: false,
  waitMs: null,
};

/** Ada with one channel, and an urgent low that has been decided. */
export async function ringing(store: Store, kind: 'web-push' | 'ntfy' | 'pushover' = 'web-push') {
  const at = await watched(store);
  const { api, token } = at;
  const channelId = await addChannel(api, token, kind, { index: 1 });
  const { deliveries, test } = deliveriesOn(api);
  await readingsCome(api, at.alarms, at.wearerId, [50]);
  const channel = async () =>
    (await api.send(alarmChannels, { token })).json<ReplyOf<typeof alarmChannels>>().channels[0];
  return { ...at, store, deliveries, test, channelId, channel };
}
