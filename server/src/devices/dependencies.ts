import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Change, DisplaySettings, Pairing } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import type { ConnectionLimit } from '../limits/connection-limit.ts';
import type { Limits } from '../limits/limits.ts';
import type { TrustedProxies } from '../shared/client-address.ts';
import type { Log } from '../shared/log.ts';
import type { CodeHashes } from './authentication/find-code.ts';
import type { Glows } from './glow-text.ts';
import type { MqttCounts } from './mqtt/built-in/broker.ts';
import type { MqttParts } from './mqtt/built-in/built-in-broker.ts';
import type { ExternalBrokerDependencies } from './mqtt/external/external-broker.ts';
import type { ReadingsStore } from './nightscout-api/readings.ts';
import type { PresenceParts } from './presence.ts';
import type { SubscribersDependencies } from './subscribers.ts';

/** Everything that devices need and do not make themselves. */
export type DeviceParts = {
  store: ExternalBrokerDependencies['store'] & {
    entries: ReadingsStore;
    displaySettings: { of(wearerId: number): Promise<DisplaySettings> };
    codeHashes: CodeHashes;
    devices: SubscribersDependencies['store']['devices'] & PresenceParts['store'];
  };
  changes: {
    publish(wearerId: number, change: Change): void;
    subscribe(listener: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  glows: Glows;
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: TrustedProxies;
  /** Where guesses of codes are counted; null: they are not slowed down. */
  limits: Limits | null;
  /** Where the built-in broker listens; null: there is none. */
  mqtt: MqttParts['port'] | null;
  /** A broker of the operator's own, with its login; null: there is none. */
  mqttUrl: string | null;
  /** What that broker must send when it asks who may connect; null: it is not answered. */
  mqttHooksSecret: string | null;
  /** Where Tealight is reached, without a trailing slash. */
  publicUrl: string;
  /** Tealight's own version. */
  version: string;
  /** Where the broker's connections are counted. */
  connections?: ConnectionLimit;
  log: Log;
  now?: () => number;
};

export type Devices = AsyncDisposable & {
  /** Adds the device paths to the app. */
  serve(app: FastifyInstance): void;
  /** Takes a WebSocket of a device; false for one of another path, which is left alone. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** The built-in broker's port; null without one. */
  mqttPort: number | null;
  /** The built-in broker's clients; null without one. */
  mqttCounts: Readonly<MqttCounts> | null;
  /** The addresses that devices connect to. */
  pairing: Pairing;
  /** How many of the wearer's devices are connected, on any node. */
  live(wearerId: number): Promise<number>;
  /** The wearer has forgotten this device: its connections here are ended. */
  removed(wearerId: number, deviceId: string): void;
  /** The wearer's code is no longer theirs: anyone who came in with it is sent away. */
  cutOff(wearerId: number, oldCode: string): Promise<void>;
};
