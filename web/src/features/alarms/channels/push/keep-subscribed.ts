import { type AlarmChannel, alarmChannels, removeAlarmChannel } from '@tealight/contract';
import { call } from '../../../../data/call.ts';
import { browserFacts, pushSupportOf } from './push-support.ts';
import { rememberedPush } from './remembered-push.ts';
import {
  currentSubscription,
  fingerprintOf,
  isMadeWith,
  ownAccount,
  serverKey,
  subscribeAsChannel,
} from './subscription.ts';

/**
 * Subscribes again where the subscription of this browser was lost, has become another, or was made with another key of
 * the server (ALM-34). Does nothing where this browser is no channel, or without permission. Returns whether it did.
 *
 * A channel that was removed on another device while its subscription is as it was stays removed. Another account that
 * signs in with this browser gets none.
 */
export async function keepSubscribed(): Promise<boolean> {
  const remembered = rememberedPush();
  if (remembered === null || pushSupportOf(browserFacts()) !== 'allowed') return false;
  const [key, subscription, { channels }] = await Promise.all([
    serverKey(),
    currentSubscription(),
    call(alarmChannels),
  ]);
  if (subscription !== null && isMadeWith(subscription, key)) {
    const fingerprint = await fingerprintOf(subscription.endpoint);
    const isListed = channels.some((channel) => channel.fingerprint === fingerprint);
    if (isListed || fingerprint === remembered.fingerprint) return false;
  }
  if ((await ownAccount()) !== remembered.account) return false;
  const old = channels.find((channel) => channel.fingerprint === remembered.fingerprint);
  const { id } = await subscribeAsChannel(old ?? remembered, key);
  await removeOld(old, id);
  return true;
}

async function removeOld(old: AlarmChannel | undefined, id: number): Promise<void> {
  if (old === undefined || old.id === id) return;
  // The server removes it after the next message that the push service refuses.
  await call(removeAlarmChannel, { body: { id: old.id } }).catch(() => undefined);
}
