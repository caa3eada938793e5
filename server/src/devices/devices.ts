import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Change } from '@tealight/contract';
import type { Range } from '@tealight/glucose';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import { type AudienceParts, openAudiences } from './audience.ts';
import { openDoor } from './door.ts';
import { openEntrance } from './entrance.ts';
import { serveEventFeed } from './event-feed.ts';
import { type CodePrints, finder } from './find-code.ts';
import { openCodeGuesses, unlimitedGuesses } from './guesses.ts';
import type { MqttPort } from './mqtt/listen.ts';
import { openMqtt } from './mqtt/mqtt.ts';
import { openMutes } from './mutes.ts';
import type { Trusted } from './network.ts';
import { serveV1 } from './nightscout/serve-v1.ts';
import { serveV3 } from './nightscout/serve-v3.ts';
import type { ReadingsStore } from './nightscout/v1-routes.ts';
import { servePolledGlow } from './polled-glow.ts';
import { openPresence, type PresenceParts } from './presence.ts';
import type { Glows } from './told.ts';
import { openWebSocketFeed } from './web-socket-feed.ts';

/** What devices need to know of a wearer. */
export type KnownWearer = { code: string; range: Range | null };

export type DeviceParts = {
  store: {
    entries: ReadingsStore;
    wearers: {
      byId(id: number): Promise<KnownWearer | null>;
      byCode(code: string): Promise<{ id: number; code: string } | null>;
    };
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
  /** Whether guessing codes is slowed down. */
  limits: boolean;
  /** Where the built-in broker listens; null: there is none. */
  mqtt: MqttPort | null;
  /** Where Tealight is reached, without a trailing slash. */
  publicUrl: string;
  /** Tealight's own version. */
  version: string;
  log: Log;
  now?: () => number;
};

export type Devices = AsyncDisposable & {
  /** Adds the device paths to the app. */
  serve(app: FastifyInstance): void;
  /** The built-in broker's port; null without one. */
  mqttPort: number | null;
  /** Takes a WebSocket of a device; false for one of another path, which is left alone. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** How many of the wearer's devices are connected, on any node. */
  live(wearerId: number): Promise<number>;
  /** The wearer has forgotten this device: its connections here are ended. */
  removed(wearerId: number, deviceId: string): void;
  /** The wearer's code is no longer theirs: whoever came in with it is sent away. */
  cutOff(wearerId: number, oldCode: string): Promise<void>;
};

/** Every way a device may learn how its wearer glows. Throws `PortTaken` when the broker's port is. */
export async function openDevices(parts: DeviceParts): Promise<Devices> {
  const { store, changes, glows, log, now = Date.now } = parts;
  const mutes = openMutes(store.devices, now);
  let telling = false;
  const told = (wearerId: number) => {
    telling = true;
    changes.tell(wearerId, 'devices');
    telling = false;
  };
  const presence = openPresence({ store: store.devices, told, node: randomUUID(), log, now });
  const audiences = openAudiences({ glows, presence, store, log, now });
  const guesses = parts.limits ? openCodeGuesses(now) : unlimitedGuesses;
  const door = openDoor({ find: finder(store, now), guesses, now });
  const entrance = openEntrance({ door, audiences, trusted: parts.trustedProxies, log });
  const feed = openWebSocketFeed(entrance);
  const mqtt = parts.mqtt === null ? null : await openMqtt({ ...parts, entrance, port: parts.mqtt });

  const doubt = (wearerId: number) => {
    door.doubt(wearerId);
    mutes.forget(wearerId);
    return audiences.recheck(wearerId);
  };
  const hush = [
    changes.listen((wearerId, change) => {
      // Whoever comes and goes here tells nothing about the code.
      if (change === 'devices' && !telling) void doubt(wearerId);
    }),
    changes.onMissed(() => {
      for (const wearerId of audiences.wearers()) void doubt(wearerId);
    }),
  ];
  const endLines = () => {
    audiences.endAll('restart');
    feed[Symbol.dispose]();
  };
  return {
    serve(app) {
      // An HTTP server waits for its open lines when it closes, so these must end first.
      app.addHook('preClose', async () => endLines());
      serveEventFeed(app, entrance);
      const rangeOf = async (id: number) => (await store.wearers.byId(id))?.range ?? null;
      const nightscout = { entrance, presence, rangeOf, now, store: store.entries };
      serveV1(app, nightscout);
      serveV3(app, nightscout);
      servePolledGlow(app, { entrance, presence, glows, isMuted: mutes.isMuted, now });
    },
    mqttPort: mqtt?.port ?? null,
    upgrade: (...upgrade) => feed.upgrade(...upgrade) || (mqtt?.upgrade(...upgrade) ?? false),
    live: presence.live,
    removed: audiences.remove,
    async cutOff(wearerId, oldCode) {
      door.doubt(wearerId);
      audiences.cutOff(wearerId, oldCode);
    },
    async [Symbol.asyncDispose]() {
      for (const end of hush) end();
      endLines();
      await mqtt?.[Symbol.asyncDispose]();
      entrance[Symbol.dispose]();
      await presence[Symbol.asyncDispose]();
    },
  };
}
