import { randomUUID } from 'node:crypto';
import { openAudiences } from './audience.ts';
import { type Door, openDoor } from './door.ts';
import { openDoubts } from './doubts.ts';
import { openEntrance } from './entrance.ts';
import { serveEventFeed } from './event-feed.ts';
import { finder } from './find-code.ts';
import { brokerRules, hookSecretRules, openCodeGuesses, unlimitedGuesses } from './guesses.ts';
import { serveMqttHooks } from './mqtt/hooks.ts';
import { openMqtt } from './mqtt/mqtt.ts';
import { openMutes } from './mutes.ts';
import { openNightscout } from './nightscout/nightscout.ts';
import { pairingOf } from './pairing.ts';
import type { DeviceParts, Devices } from './parts.ts';
import { servePolledGlow } from './polled-glow.ts';
import { openPresence, type Presence } from './presence.ts';
import { openWebSocketFeed } from './web-socket-feed.ts';

/** Every way a device may learn how its wearer glows. Throws `PortTaken` when the broker's port is. */
export async function openDevices(parts: DeviceParts): Promise<Devices> {
  const { store, log, now = Date.now } = parts;
  await using opened = new AsyncDisposableStack();
  const node = randomUUID();
  const told = (wearerId: number) => doubts.tell(wearerId);
  const presence = opened.use(openPresence({ store: store.devices, told, node, log, now }));
  const audiences = openAudiences({ ...parts, presence, now });
  const guesses = parts.limits === null ? unlimitedGuesses : openCodeGuesses(parts.limits, now);
  const door = openDoor({ find: finder(store, now), guesses, now });
  const entrance = opened.use(openEntrance({ door, audiences, trusted: parts.trustedProxies, log }));
  const mutes = openMutes(store.devices, now);
  const doubts = opened.use(openDoubts({ changes: parts.changes, door, audiences, mutes }));
  const outside = opened.use(await outsideBroker(parts, { node, presence, now }));
  const mqtt =
    parts.mqtt === null ? null : opened.use(await openMqtt({ ...parts, entrance, port: parts.mqtt }));
  const nightscout = opened.use(openNightscout(parts, { entrance, presence, now }));
  const feed = openWebSocketFeed(entrance);
  const endLines = () => {
    audiences.endAll('restart');
    feed[Symbol.dispose]();
  };
  opened.defer(endLines);
  const open = opened.move();
  return {
    serve(app) {
      // An HTTP server waits for its open connections when it closes, so these must end first.
      app.addHook('preClose', async () => {
        endLines();
        await mqtt?.[Symbol.asyncDispose]();
      });
      serveEventFeed(app, entrance);
      servePolledGlow(app, { ...parts, entrance, presence, isMuted: mutes.isMuted, now });
      nightscout.serve(app);
      if (parts.mqttUrl !== null && parts.mqttHooksSecret !== null) {
        serveMqttHooks(app, {
          door: hookDoor(parts, door),
          url: parts.mqttUrl,
          secret: parts.mqttHooksSecret,
          guesses:
            parts.limits === null ? unlimitedGuesses : openCodeGuesses(parts.limits, now, hookSecretRules),
          trusted: parts.trustedProxies,
        });
      }
    },
    upgrade: (...upgrade) => feed.upgrade(...upgrade) || (mqtt?.upgrade(...upgrade) ?? false),
    mqttPort: mqtt?.port ?? null,
    mqttCounts: mqtt?.counts ?? null,
    pairing: pairingOf(parts.publicUrl, {
      port: mqtt?.port ?? null,
      isTls: mqtt?.isTls ?? false,
      url: parts.mqttUrl,
    }),
    live: presence.live,
    removed: audiences.remove,
    async cutOff(wearerId, oldCode) {
      door.doubt(wearerId);
      audiences.cutOff(wearerId, oldCode);
      outside?.cutOff(oldCode);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Loaded only where it is used: the client takes some 18 MB. */
async function outsideBroker(
  parts: DeviceParts,
  more: { node: string; presence: Presence; now: () => number },
) {
  if (parts.mqttUrl === null) return null;
  const { openOutsideBroker } = await import('./mqtt/outside-broker.ts');
  return openOutsideBroker({ ...parts, ...more, url: parts.mqttUrl });
}

/** All of a broker's guests come from one network, so theirs are counted by gentler rules, and apart. */
function hookDoor({ store, limits, now = Date.now }: DeviceParts, door: Door): Door {
  if (limits === null) return door;
  return openDoor({ find: finder(store, now), guesses: openCodeGuesses(limits, now, brokerRules), now });
}
