import {
  type AlarmChannel,
  alarmChannels,
  changeAlarmChannel,
  MAX_CHANNELS,
  pushKey,
  removeAlarmChannel,
  renewWebhookSecret,
  saveAlarmChannel,
  testAlarmChannel,
} from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { isoTime } from '../../shared/time-units.ts';
import type { StoredChannel } from '../../store/alarms/alarm-channels.ts';
import type { Dependencies } from '../dependencies.ts';

/** The channels on which alarms reach an account: listing, adding, testing and removing them. */
export function serveAlarmChannels(api: Api, { store, delivery, budgets, now }: Dependencies): void {
  const { addresses } = delivery;
  const find = async (accountId: number, id: number): Promise<StoredChannel> => {
    const channel = await store.alarmChannels.find(accountId, id);
    if (channel === null) throw new ProblemError('no-such-channel');
    return channel;
  };

  serve(api, alarmChannels, async ({ principal: { accountId } }) => ({
    channels: (await store.alarmChannels.of([accountId])).map(shown),
  }));

  serve(api, saveAlarmChannel, async ({ body: { name, hidesValues, address }, principal }) => {
    const { accountId } = principal;
    await budgets.spend('alarm-channel', accountId);
    const addressHash = addresses.hashOf(address);
    return store.transaction(async (inside) => {
      if (!(await inside.accounts.lock(accountId))) throw new ProblemError('not-signed-in');
      const known = await inside.alarmChannels.of([accountId]);
      const old = await inside.alarmChannels.byHash(accountId, addressHash);
      if (old === null && known.length >= MAX_CHANNELS) throw new ProblemError('too-many-channels');
      if (address.kind === 'web-push') await inside.alarmChannels.removeOthers(accountId, addressHash);
      const { encrypted, secret } = addresses.encrypt(accountId, address, old?.address ?? null);
      const id = await inside.alarmChannels.save(
        {
          accountId,
          kind: address.kind,
          name,
          hidesValues,
          addressHash,
          address: encrypted,
          fingerprint: addresses.fingerprintOf(address),
        },
        now(),
      );
      return { id, secret };
    });
  });

  serve(api, changeAlarmChannel, async ({ body: { id, name, hidesValues }, principal }) => {
    await find(principal.accountId, id);
    const change = { ...(name !== undefined && { name }), ...(hidesValues !== undefined && { hidesValues }) };
    await store.alarmChannels.change(id, change);
    return { isSuccess: true };
  });

  serve(api, removeAlarmChannel, async ({ body: { id }, principal }) => {
    await find(principal.accountId, id);
    await store.alarmChannels.remove(id);
    return { isSuccess: true };
  });

  serve(api, testAlarmChannel, async ({ body: { id }, principal: { accountId } }) => {
    const channel = await find(accountId, id);
    await budgets.spend('alarm-channel', accountId);
    return { failure: await delivery.test(channel) };
  });

  serve(api, renewWebhookSecret, async ({ body: { id }, principal: { accountId } }) => {
    const channel = await find(accountId, id);
    const renewed = addresses.withNewSecret(accountId, channel.address);
    if (renewed === null) throw new ProblemError('no-such-channel');
    await store.alarmChannels.changeAddress(id, renewed.encrypted);
    return { secret: renewed.secret };
  });

  serve(api, pushKey, () => {
    const key = delivery.pushKey();
    if (key === null) throw new ProblemError('unavailable');
    return { key };
  });
}

const shown = (channel: StoredChannel): AlarmChannel => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.name,
  hidesValues: channel.hidesValues,
  fingerprint: channel.fingerprint,
  reachedAt: isoTime(channel.reachedAt),
  shownAfterMs: channel.shownAfterMs,
  failedAt: isoTime(channel.failedAt),
  failure: channel.failure,
});
