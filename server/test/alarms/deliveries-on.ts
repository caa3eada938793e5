import { randomBytes } from 'node:crypto';
import { type ChannelAddress, type ChannelKind, saveAlarmChannel } from '@tealight/contract';
import { openDeliveries } from '../../src/alarms/delivery/deliveries.ts';
import { alarmMails } from '../../src/mail/alarm-templates.ts';
import { actAsRecipient } from '../../src/routes/alarms/act-as-recipient.ts';
import type { TestApi } from '../api.ts';
import { encryption, testChannels, tokens } from './test-delivery.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A node that delivers messages on test channels, on the clock of the API; it looks only when it is asked. */
export function deliveriesOn(api: TestApi, more: Partial<Parameters<typeof openDeliveries>[0]> = {}) {
  const test = testChannels();
  const deliveries = openDeliveries({
    store: api.dependencies.store,
    channels: test.channels,
    encryption,
    tokens,
    mails: alarmMails,
    publicUrl: 'https://tealight.example.org',
    count() {},
    typeOf: () => 'dexcom',
    onSeen: (by) => actAsRecipient(api.dependencies, by, 'seen'),
    now: () => api.clock.at,
    log: quiet,
    ...more,
  });
  return { deliveries, test };
}

/** An address of each kind; `place` tells several apart. */
export function addressOf(kind: ChannelKind, place = 0): ChannelAddress {
  const endpoint = `https://push${place}.example.org/${place}`;
  const keys = { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') };
  switch (kind) {
    case 'web-push':
      return { kind, endpoint, keys };
    case 'ntfy':
      return { kind, server: 'https://ntfy.example.org', topic: `topic-${place}`, token: null };
    case 'pushover':
      return { kind, userKey: `${place}`.padStart(30, 'u'), appToken: 'a'.repeat(30) };
    case 'webhook':
      return { kind, url: `https://hook.example.org/${place}`, hasValue: false };
  }
}

/** Adds a channel to an account, and returns its id. */
export async function addChannel(
  api: TestApi,
  token: string,
  kind: ChannelKind,
  more: { place?: number; name?: string; hidesValues?: boolean; address?: ChannelAddress } = {},
): Promise<number> {
  const { place = 0, name = `${kind} ${place}`, hidesValues = false } = more;
  const body = { name, hidesValues, address: more.address ?? addressOf(kind, place) };
  const answer = await api.send(saveAlarmChannel, { token, body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
}
