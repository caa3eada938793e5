import type { ChannelFailure, ChannelKind, ConnectionType } from '@tealight/contract';
import type { Encryption } from '../../encryption/cipher.ts';
import type { Log } from '../../shared/log.ts';
import type { Store } from '../../store/store.ts';
import type { AlarmMails } from '../dependencies.ts';
import type { AcceptedMessages } from './accepted-messages.ts';
import type { Channels } from './send-on.ts';
import type { MessageTokens } from './tokens.ts';

/** What delivering messages needs. */
export type DeliveryDependencies = {
  store: Store;
  channels: Channels;
  encryption: Encryption;
  tokens: MessageTokens;
  /** Somebody has acknowledged a message at its service. `rank`: of the kind that the message was about. */
  onSeen(by: { wearerId: number; accountId: number; episodeId: number; rank: number }): Promise<void>;
  mails: Pick<AlarmMails, 'channelGone'>;
  /** The connection type of a source, by the name that is stored with connections. */
  typeOf(source: string): ConnectionType;
  /** The base of links, without a trailing slash. */
  publicUrl: string;
  /** Stores which messages their services have accepted. */
  accepted: AcceptedMessages;
  /**
   * Counts a message that was handed over, and how long after its decision (ms); or why its first try failed, with null:
   * later tries are not counted.
   */
  count(channel: ChannelKind, outcome: 'handed-over' | ChannelFailure, afterMs: number | null): void;
  /** This node, in leases. */
  node: string;
  now: () => number;
  log: Log;
};
