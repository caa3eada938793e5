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
import { codeFinder } from './authentication/find-code.ts';
import { openCacheInvalidation } from './cache-invalidation.ts';
import type { DeviceDependencies, Devices } from './dependencies.ts';
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
export function openDevices(dependencies: DeviceDependencies): Promise<Devices> {
  return openAll((opened) => openParts(opened, dependencies));
}

async function openParts(opened: AsyncDisposableStack, dependencies: DeviceDependencies): Promise<Devices> {
  const { store, log, now = Date.now } = dependencies;
  const node = randomUUID();
  const onChange = (wearerId: number) => cacheInvalidation.notifyNodes(wearerId);
  const presence = opened.use(openPresence({ store: store.devices, onChange, node, log, now }));
  const subscribers = openSubscribers({ ...dependencies, presence, now });
  const guesses =
    dependencies.limits === null ? unlimitedCodeThrottle : openCodeThrottle(dependencies.limits, now);
  const codeAuthentication = openCodeAuthentication({ find: codeFinder(store, now), guesses, now });
  const admission = opened.use(
    openAdmission({ codeAuthentication, subscribers, trusted: dependencies.trustedProxies, log }),
  );
  const mutedDevices = openMutedDevices(store.devices, now);
  const hookCodeAuthentication = hookAuthentication(dependencies, codeAuthentication);
  const invalidate = (wearerId: number) => {
    codeAuthentication.invalidate(wearerId);
    hookCodeAuthentication.invalidate(wearerId);
  };
  const cacheInvalidation = opened.use(
    openCacheInvalidation({
      changes: dependencies.changes,
      codeAuthentication: { invalidate },
      subscribers,
      mutedDevices,
    }),
  );
  const external = opened.use(await externalBroker(dependencies, { node, presence, now }));
  const mqtt =
    dependencies.mqtt === null
      ? null
      : opened.use(await openMqtt({ sharedNow: now, ...dependencies, admission, port: dependencies.mqtt }));
  const nightscout = opened.use(openNightscout(dependencies, { admission, presence, now }));
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
      servePolledGlow(app, { ...dependencies, admission, presence, isMuted: mutedDevices.isMuted, now });
      nightscout.serve(app);
      if (dependencies.mqttUrl !== null && dependencies.mqttHooksSecret !== null) {
        serveMqttHooks(app, {
          codeAuthentication: hookCodeAuthentication,
          url: dependencies.mqttUrl,
          secret: dependencies.mqttHooksSecret,
          guesses:
            dependencies.limits === null
              ? unlimitedCodeThrottle
              : openCodeThrottle(dependencies.limits, now, hookSecretRules),
          trusted: dependencies.trustedProxies,
        });
      }
    },
    upgrade: (...upgrade) => feed.upgrade(...upgrade) || (mqtt?.upgrade(...upgrade) ?? false),
    mqttPort: mqtt?.port ?? null,
    mqttCounts: mqtt?.counts ?? null,
    connectedKinds: presence.connectedKinds,
    brokerState: external === null ? null : external.state,
    pairing: pairingOf(dependencies.publicUrl, {
      port: mqtt?.port ?? null,
      isTls: mqtt?.isTls ?? false,
      url: dependencies.mqttUrl,
    }),
    canAnnounceHome: dependencies.mqttUrl !== null,
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
  dependencies: DeviceDependencies,
  more: { node: string; presence: Presence; now: () => number },
) {
  if (dependencies.mqttUrl === null) return null;
  const { openExternalBroker } = await import('./mqtt/external/external-broker.ts');
  return openExternalBroker({ sharedNow: more.now, ...dependencies, ...more, url: dependencies.mqttUrl });
}

/** All clients of an external broker come from one network, so their attempts are counted separately, with a higher limit. */
function hookAuthentication(
  { store, limits, now = Date.now }: DeviceDependencies,
  codeAuthentication: CodeAuthentication,
): CodeAuthentication {
  if (limits === null) return codeAuthentication;
  return openCodeAuthentication({
    find: codeFinder(store, now),
    guesses: openCodeThrottle(limits, now, brokerRules),
    now,
  });
}
