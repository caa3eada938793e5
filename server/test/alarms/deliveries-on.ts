import { randomBytes } from 'node:crypto';
import { type ChannelAddress, type ChannelKind, saveAlarmChannel } from '@tealight/contract';
import { openDeliveries } from '../../src/alarms/delivery/deliveries.ts';
import { alarmMails } from '../../src/mail/alarm-templates.ts';
import { actAsRecipient } from '../../src/routes/alarms/act-as-recipient.ts';
import type { TestApi } from '../api.ts';
import { encryption, testChannels, tokens } from './test-delivery.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Deliveries of the API's store on test channels, by the clock of the API. Without `start`, they send only when a test says so. */
export function deliveriesOn(api: TestApi, overrides: Partial<Parameters<typeof openDeliveries>[0]> = {}) {
  const channels = testChannels();
  const deliveries = openDeliveries({
    store: api.dependencies.store,
    channels: channels.channels,
    encryption,
    tokens,
    mails: alarmMails,
    publicUrl: 'https://tealight.example.org',
    count() {},
    typeOf: () => 'dexcom',
    onSeen: (by) => actAsRecipient(api.dependencies, by, 'seen'),
    now: () => api.clock.at,
    log: quiet,
    ...overrides,
  });
  return { deliveries, test: channels };
}

/** An address of each kind; `index` tells several apart. */
export function addressOf(kind: ChannelKind, index = 0): ChannelAddress {
  const endpoint = `https://push${index}.example.org/${index}`;
  const keys = { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') };
  switch (kind) {
    case 'web-push':
      return { kind, endpoint, keys };
    case 'ntfy':
      return { kind, server: 'https://ntfy.example.org', topic: `topic-${index}`, token: null };
    case 'pushover':
      return { kind, userKey: `${index}`.padStart(30, 'u'), appToken: 'a'.repeat(30) };
    case 'webhook':
      return { kind, url: `https://hook.example.org/${index}`, hasValue: false };
  }
}

/** Adds a channel to an account, and returns its id. */
export async function addChannel(
  api: TestApi,
  token: string,
  kind: ChannelKind,
  more: { index?: number; name?: string; hidesValues?: boolean; address?: ChannelAddress } = {},
): Promise<number> {
  const { index = 0, name = `${kind} ${index}`, hidesValues = false } = more;
  const body = { name, hidesValues, address: more.address ?? addressOf(kind, index) };
  const answer = await api.send(saveAlarmChannel, { token, body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
}
