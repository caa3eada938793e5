import { randomUUID } from 'node:crypto';
import { openAll } from '../shared/open-all.ts';
import { openAdmission } from './authentication/admission.ts';
import { type CodeAuthentication, openCodeAuthentication } from './authentication/authenticate-code.ts';
import {
  brokerRules,
  hookSecretRules,
  openCodeThrottle,
  unlimitedCodeThrottle,
} from './authentication/code-throttle.ts';
import { finder } from './authentication/find-code.ts';
import { openCacheInvalidation } from './cache-invalidation.ts';
import type { DeviceParts, Devices } from './dependencies.ts';
import { servePolledGlow } from './feeds/polled-glow.ts';
import { serveEventFeed } from './feeds/sse-feed.ts';
import { openWebSocketFeed } from './feeds/web-socket-feed.ts';
import { openMqtt } from './mqtt/built-in/built-in-broker.ts';
import { serveMqttHooks } from './mqtt/hooks.ts';
import { openMutedDevices } from './muted-devices.ts';
import { openNightscout } from './nightscout-api/nightscout-api.ts';
import { pairingOf } from './pairing.ts';
import { openPresence, type Presence } from './presence.ts';
import { openSubscribers } from './subscribers.ts';

/** All protocols over which devices get the glow. Throws `PortTaken` when the broker's port is in use. */
export function openDevices(parts: DeviceParts): Promise<Devices> {
  return openAll((opened) => openParts(opened, parts));
}

async function openParts(opened: AsyncDisposableStack, parts: DeviceParts): Promise<Devices> {
  const { store, log, now = Date.now } = parts;
  const node = randomUUID();
  const onChange = (wearerId: number) => cacheInvalidation.notifyNodes(wearerId);
  const presence = opened.use(openPresence({ store: store.devices, onChange, node, log, now }));
  const subscribers = openSubscribers({ ...parts, presence, now });
  const guesses = parts.limits === null ? unlimitedCodeThrottle : openCodeThrottle(parts.limits, now);
  const codeAuthentication = openCodeAuthentication({ find: finder(store, now), guesses, now });
  const admission = opened.use(
    openAdmission({ codeAuthentication, subscribers, trusted: parts.trustedProxies, log }),
  );
  const mutedDevices = openMutedDevices(store.devices, now);
  const hookCodeAuthentication = hookAuthentication(parts, codeAuthentication);
  const invalidate = (wearerId: number) => {
    codeAuthentication.invalidate(wearerId);
    hookCodeAuthentication.invalidate(wearerId);
  };
  const cacheInvalidation = opened.use(
    openCacheInvalidation({
      changes: parts.changes,
      codeAuthentication: { invalidate },
      subscribers,
      mutedDevices,
    }),
  );
  const external = opened.use(await externalBroker(parts, { node, presence, now }));
  const mqtt =
    parts.mqtt === null
      ? null
      : opened.use(await openMqtt({ sharedNow: now, ...parts, admission, port: parts.mqtt }));
  const nightscout = opened.use(openNightscout(parts, { admission, presence, now }));
  const feed = openWebSocketFeed(admission);
  const endConnections = () => {
    subscribers.endAll('restart');
    feed[Symbol.dispose]();
  };
  opened.defer(endConnections);
  return {
    serve(app) {
      // An HTTP server waits for its open connections when it closes, so these must end first.
      app.addHook('preClose', async () => {
        endConnections();
        await mqtt?.[Symbol.asyncDispose]();
      });
      serveEventFeed(app, admission);
      servePolledGlow(app, { ...parts, admission, presence, isMuted: mutedDevices.isMuted, now });
      nightscout.serve(app);
      if (parts.mqttUrl !== null && parts.mqttHooksSecret !== null) {
        serveMqttHooks(app, {
          codeAuthentication: hookCodeAuthentication,
          url: parts.mqttUrl,
          secret: parts.mqttHooksSecret,
          guesses:
            parts.limits === null
              ? unlimitedCodeThrottle
              : openCodeThrottle(parts.limits, now, hookSecretRules),
          trusted: parts.trustedProxies,
        });
      }
    },
    upgrade: (...upgrade) => feed.upgrade(...upgrade) || (mqtt?.upgrade(...upgrade) ?? false),
    mqttPort: mqtt?.port ?? null,
    mqttCounts: mqtt?.counts ?? null,
    connectedKinds: presence.connectedKinds,
    brokerState: external === null ? null : external.state,
    pairing: pairingOf(parts.publicUrl, {
      port: mqtt?.port ?? null,
      isTls: mqtt?.isTls ?? false,
      url: parts.mqttUrl,
    }),
    canAnnounceHome: parts.mqttUrl !== null,
    live: presence.live,
    removed: subscribers.remove,
    async disconnectCode(wearerId, oldCode) {
      invalidate(wearerId);
      subscribers.disconnectCode(wearerId, oldCode);
      external?.disconnectCode(oldCode);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Loaded only where it is used: the client takes some 18 MB. */
async function externalBroker(
  parts: DeviceParts,
  more: { node: string; presence: Presence; now: () => number },
) {
  if (parts.mqttUrl === null) return null;
  const { openExternalBroker } = await import('./mqtt/external/external-broker.ts');
  return openExternalBroker({ sharedNow: more.now, ...parts, ...more, url: parts.mqttUrl });
}

/** All clients of an external broker come from one network, so their attempts are counted separately, with a higher limit. */
function hookAuthentication(
  { store, limits, now = Date.now }: DeviceParts,
  codeAuthentication: CodeAuthentication,
): CodeAuthentication {
  if (limits === null) return codeAuthentication;
  return openCodeAuthentication({
    find: finder(store, now),
    guesses: openCodeThrottle(limits, now, brokerRules),
    now,
  });
}
