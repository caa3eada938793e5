import type { ChannelKind } from '@tealight/contract';
import type { AlarmMessage, SendOutcome } from '../../src/alarms/channels/channel.ts';
import { channelAddresses } from '../../src/alarms/delivery/addresses.ts';
import type { Channels } from '../../src/alarms/delivery/send-on.ts';
import { messageTokens } from '../../src/alarms/delivery/tokens.ts';
import { encryptionWith } from '../../src/encryption/cipher.ts';
import type { AlarmDelivery } from '../../src/routes/dependencies.ts';

export const encryption = encryptionWith(['k'.repeat(32)]);
export const tokens = messageTokens((...dependencies) =>
  Buffer.from(JSON.stringify(dependencies)).toString('hex'),
);

/** What a test sees of channels, and how they answer. */
export type TestChannels = {
  channels: Channels;
  sent: { kind: ChannelKind; message: AlarmMessage; address: object }[];
  /** Receipts whose ringing was ended. */
  canceled: string[];
  answer: SendOutcome;
  /** What becomes of messages that ring until somebody acknowledges them. */
  receipt: 'waiting' | 'seen' | 'unknown';
  /** Whether it is accepted that their ringing ends. */
  cancels: boolean;
};

/** Channels that note what is sent and answer as a test sets them. */
export function testChannels(): TestChannels {
  const seen: Omit<TestChannels, 'channels'> = {
    sent: [],
    canceled: [],
    answer: { isSent: true, receipt: null },
    receipt: 'waiting',
    cancels: true,
  };
  const channel = (kind: ChannelKind) => ({
    send: async (address: object, message: AlarmMessage) => {
      seen.sent.push({ kind, message, address });
      return seen.answer;
    },
  });
  const channels: Channels = {
    'web-push': channel('web-push'),
    ntfy: channel('ntfy'),
    pushover: {
      ...channel('pushover'),
      receipt: async () => seen.receipt,
      cancel: async (_address, receipt) => {
        seen.canceled.push(receipt);
        return seen.cancels;
      },
    },
    webhook: channel('webhook'),
  };
  return Object.assign(seen, { channels });
}

/** No message leaves the server, and every test is accepted. */
export const noDelivery: AlarmDelivery = {
  pushKey: () => 'key',
  readToken: tokens.read,
  test: async () => null,
  addresses: channelAddresses(encryption, Date.now),
};
