import type { ChannelKind } from '@tealight/contract';
import type { AddressOf, AlarmMessage, Channel, SendOutcome } from '../channels/channel.ts';
import type { ReceiptState } from '../channels/pushover-receipts.ts';
import type { WebhookAddress } from '../channels/webhook.ts';
import { type StoredAddress, secretsAt } from './addresses.ts';

/** All kinds of channels. */
export type Channels = {
  'web-push': Channel<AddressOf<'web-push'>>;
  ntfy: Channel<AddressOf<'ntfy'>>;
  pushover: Channel<AddressOf<'pushover'>> & {
    /** Whether somebody has acknowledged a message that rings until then. */
    receipt(address: AddressOf<'pushover'>, receipt: string): Promise<ReceiptState>;
    /** Ends the ringing of a message. Never rejects; resolves to whether that was accepted. */
    cancel(address: AddressOf<'pushover'>, receipt: string): Promise<boolean>;
  };
  webhook: Channel<WebhookAddress>;
} & Record<ChannelKind, unknown>;

/** Sends a message on the channel of an address. */
export function sendOn(
  channels: Channels,
  stored: StoredAddress,
  message: AlarmMessage,
): Promise<SendOutcome> {
  const { address } = stored;
  switch (address.kind) {
    case 'web-push':
      return channels['web-push'].send(address, message);
    case 'ntfy':
      return channels.ntfy.send(address, message);
    case 'pushover':
      return channels.pushover.send(address, message);
    case 'webhook':
      return channels.webhook.send({ ...address, secrets: secretsAt(stored, message.at) }, message);
  }
}

/** The host that a message goes to, by which one that hangs is held apart from the others. */
export function hostOf({ address }: StoredAddress): string {
  switch (address.kind) {
    case 'web-push':
      return new URL(address.endpoint).host;
    case 'ntfy':
      return new URL(address.server).host;
    case 'pushover':
      return 'pushover';
    case 'webhook':
      return new URL(address.url).host;
  }
}
