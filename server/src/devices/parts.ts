import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Change, DisplaySettings, Pairing } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import type { Trusted } from '../client-address.ts';
import type { ConnectionLimit } from '../connection-limit.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import type { AudienceParts } from './audience.ts';
import type { CodePrints } from './find-code.ts';
import type { MqttCounts } from './mqtt/broker.ts';
import type { MqttParts } from './mqtt/mqtt.ts';
import type { OutsideParts } from './mqtt/outside-broker.ts';
import type { ReadingsStore } from './nightscout/readings.ts';
import type { PresenceParts } from './presence.ts';
import type { Glows } from './told.ts';

/** Everything that devices need and do not make themselves. */
export type DeviceParts = {
  store: OutsideParts['store'] & {
    entries: ReadingsStore;
    displaySettings: { of(wearerId: number): Promise<DisplaySettings> };
    codePrints: CodePrints;
    devices: AudienceParts['store']['devices'] & PresenceParts['store'];
  };
  changes: {
    tell(wearerId: number, change: Change): void;
    listen(heard: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  glows: Glows;
  /** Reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: Trusted;
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
  /** The addresses that devices are told. */
  pairing: Pairing;
  /** How many of the wearer's devices are connected, on any node. */
  live(wearerId: number): Promise<number>;
  /** The wearer has forgotten this device: its connections here are ended. */
  removed(wearerId: number, deviceId: string): void;
  /** The wearer's code is no longer theirs: whoever came in with it is sent away. */
  cutOff(wearerId: number, oldCode: string): Promise<void>;
};
