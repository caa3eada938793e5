import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Change, DeviceAddresses, DisplaySettings } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import type { ConnectionLimit } from '../limits/connection-limit.ts';
import type { Limits } from '../limits/limits.ts';
import type { TrustedProxies } from '../shared/client-address.ts';
import type { Log } from '../shared/log.ts';
import type { CodeHashes, CodeStore } from './authentication/find-code.ts';
import type { Glows } from './glow-text.ts';
import type { MqttCounts } from './mqtt/built-in/broker.ts';
import type { MqttDependencies } from './mqtt/built-in/built-in-broker.ts';
import type { ExternalBrokerDependencies } from './mqtt/external/external-broker.ts';
import type { ReadingsStore } from './nightscout-api/readings.ts';
import type { DevicesOf, PresenceDependencies } from './presence.ts';
import type { SubscribersDependencies } from './subscribers.ts';

/** What the device protocols get from the application. */
export type DeviceDependencies = {
  store: ExternalBrokerDependencies['store'] & {
    entries: ReadingsStore;
    displaySettings: { of(wearerId: number): Promise<DisplaySettings> };
    codeHashes: CodeHashes;
    codes: CodeStore['codes'] & SubscribersDependencies['store']['codes'];
    devices: SubscribersDependencies['store']['devices'] & PresenceDependencies['store'];
  };
  changes: {
    publish(wearerId: number, change: Change): void;
    subscribe(listener: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  glows: Glows;
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: TrustedProxies;
  /** Counts guesses of codes; null: they are not limited. */
  limits: Limits | null;
  /** Where the built-in broker listens; null: there is none. */
  mqtt: MqttDependencies['port'] | null;
  /** The operator's external broker, with its login; null: there is none. */
  mqttUrl: string | null;
  /** The secret that broker must send with its authentication hooks; null: the hooks are off. */
  mqttHooksSecret: string | null;
  /** Tealight's public address, without a trailing slash. */
  publicUrl: string;
  /** Tealight's version. */
  version: string;
  /** Counts the broker's connections. */
  connections?: ConnectionLimit;
  log: Log;
  now?: () => number;
  /** Epoch ms by the clock that nodes share, for times that they compare; `now` by default. */
  sharedNow?: () => number;
};

export type Devices = AsyncDisposable & {
  /** Adds the device paths to the app. */
  serve(app: FastifyInstance): void;
  /** Handles a WebSocket upgrade of a device; false, without touching it, for another path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** The built-in broker's port; null without one. */
  mqttPort: number | null;
  /** The built-in broker's clients; null without one. */
  mqttCounts: Readonly<MqttCounts> | null;
  /** The kinds of the devices with an open connection to this node, as they call themselves. */
  connectedKinds(): Iterable<string>;
  /** Whether this node is connected to the external broker, and is the one that publishes there; null without one. */
  brokerState: (() => { isConnected: boolean; isLeader: boolean }) | null;
  /** The addresses that devices connect to. */
  pairing: DeviceAddresses;
  /** Whether wearers can be announced to Home Assistant: on the operator's broker. */
  canAnnounceHome: boolean;
  /** How many of the wearer's devices, or of those with one account's code, are connected, on any node. */
  live(wearerId: number, of?: DevicesOf): Promise<number>;
  /** The wearer has removed this device: its connections to this node are closed. */
  removed(wearerId: number, deviceId: string): void;
  /** A code of the wearer was replaced or has ended: connections that used it are closed. */
  disconnectCode(wearerId: number, oldCode: string): Promise<void>;
};
