import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import about from '../package.json' with { type: 'json' };
import { limitsOf } from './api/limits.ts';
import { openApi } from './api/open.ts';
import { argonPasswords } from './api/passwords.ts';
import { openSweep } from './api/sweep.ts';
import { hashOf } from './api/token.ts';
import { openBrowser } from './browser/browser.ts';
import type { Config } from './config.ts';
import { askedBy, begunAt, dexcomSignIn, medtronicSignIn } from './connect.ts';
import { openDevices } from './devices/devices.ts';
import { freePort } from './free-port.ts';
import { openGlow } from './glow/glow.ts';
import { openLimits } from './limits/limits.ts';
import { openLog } from './log.ts';
import { openLossLetters } from './loss-letters.ts';
import { lettersOfCalls } from './mail/letters.ts';
import { openMail } from './mail/open-mail.ts';
import { measuresOf } from './measures.ts';
import { fetchFor, offersOf, type TypedSource, typed, userGiven } from './offers.ts';
import { openPolling } from './poll/polling.ts';
import { guardWhenNeeded } from './reach/guard-when-needed.ts';
import { keysFromFile } from './seal/key-file.ts';
import { openResealing } from './seal/reseal.ts';
import { sealWith } from './seal/seal.ts';
import { openStore, type Store } from './store/store.ts';
import { openRetention } from './story/retention.ts';
import { openStory } from './story/story.ts';
import { takeUpgrades } from './upgrades.ts';

/** Where the built web app lies. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** A running Tealight. */
export type Running = AsyncDisposable & {
  /** Where it is reached by visitors. */
  url: string;
};

/** What tests hand in instead of the world. */
export type More = { now?: () => number; logTo?: { write(line: string): void } };

/** Built from the lamp back to the vendor, so that readings flow the other way and nobody imports upward. */
export async function start(config: Config, { now = Date.now, logTo }: More = {}): Promise<Running> {
  await using parts = new AsyncDisposableStack();
  const logger = openLog(config.logLevel, logTo);
  const port = await freePort(config.host, config);
  const publicUrl = config.publicUrl ?? `http://${shownHost(config.host)}:${port}`;
  const place = { url: config.databaseUrl, file: join(config.dataDir, 'tealight.db') };
  const store = parts.use(await openStore(place));
  const { metrics, tally } = measuresOf(store);
  const mailPlace = { ...config.mail, dataDir: config.dataDir, publicUrl };
  const mail = parts.use(openMail(mailPlace, { outbox: store.outbox, now, log: logger }));
  const glow = parts.use(openGlow({ store, changes: store.changes, log: logger, now }));
  const keys = config.secretKeys ?? (await keysFromFile(join(config.dataDir, 'secret.key')));
  const limits = openLimits({ shared: store.limits, secret: keys[0] ?? '', log: logger, now });
  const limited = config.limits ? limits : null;
  const devices = parts.use(
    await openDevices({
      store,
      changes: store.changes,
      glows: glow,
      trustedProxies: config.trustedProxies,
      limits: limited,
      mqtt:
        config.roles.has('devices') && config.mqtt.url === null
          ? { host: config.host, ...config.mqtt }
          : null,
      mqttUrl: config.roles.has('devices') ? config.mqtt.url : null,
      publicUrl,
      version: about.version,
      log: logger,
      now,
    }),
  );
  const seal = sealWith(keys as [string, ...string[]]);
  if (config.databaseUrl !== null && config.secretKeys === null)
    logger.warn({ event: 'keys-of-this-node-alone' });
  const offers = offersOf(config);
  const polling = parts.use(
    openPolling({
      store,
      sources: offers.offered,
      seal,
      fetchFor: fetchFor(guardWhenNeeded({ privateAllowed: config.privateEndpoints })),
      now,
      log: logger,
      tally,
    }),
  );
  const story = parts.use(openStory({ ...store, now }));
  const retention = parts.use(openRetention({ history: store.history, log: logger, now }));
  const joined = { polling, store, offers };
  const browser = parts.use(
    openBrowser({
      chromium: config.chromium,
      source: offers.sources.medtronic,
      begun: begunAt({ store }, { seal, now }),
      wearerOf: async (token) => (await store.sessions.find(hashOf(token), now()))?.wearer.id ?? null,
      origins: [new URL(publicUrl).origin, ...config.corsOrigins],
      log: logger,
    }),
  );

  parts.use(openSweep({ store, log: logger, now }));
  parts.use(
    openLossLetters({
      store,
      publicUrl,
      typeOf: (name) => offers.offered[name]?.type ?? 'none',
      ownSites: [userGiven],
      knock: mail.knock,
      log: logger,
      now,
    }),
  );
  metrics.measure({
    name: 'tealight_browser_sessions',
    help: 'Sign-ins in the remote browser, here and now.',
    read: () => browser.sessions,
  });
  const api = parts.use(
    await openApi({
      store,
      changes: store.changes,
      polling: askedBy(joined),
      readingsFor: glow.readingsFor,
      devices,
      story: { ...story, eraseFor: retention.eraseFor },
      more: (wearerId) => keptOf(store, wearerId),
      dexcomSignIn: dexcomSignIn(joined, { publicUrl, key: keys[0] ?? '', now }),
      medtronic: medtronicSignIn(joined, { fetch, seal, now }),
      letters: lettersOfCalls,
      knock: mail.knock,
      passwords: argonPasswords(),
      ...limitsOf(limited, now),
      keyFor: limits.keyFor,
      site: {
        links: config.links,
        sources: [...(Object.keys(typed) as TypedSource[]), 'medtronic'],
        publicUrl,
        outboxFolder: mail.outboxFolder,
        photoFolder: join(config.dataDir, 'photos'),
        webFolder,
      },
      log: logger,
      logger,
      now,
      evenMs: 200,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      metrics,
      hasCalls: config.roles.has('api'),
      version: about.version,
      checks: { store: async () => void (await store.outbox.waiting()) },
    }),
  );
  if (config.roles.has('devices')) devices.serve(api.app);
  if (config.roles.has('browser')) browser.serve(api.app);
  takeUpgrades(api.app.server, [
    ...(config.roles.has('devices') ? [devices.upgrade] : []),
    ...(config.roles.has('browser') ? [browser.upgrade] : []),
  ]);
  await api.app.listen({ host: config.host, port });
  parts.use(openResealing(store.connections, seal, logger));
  if (config.roles.has('poll')) polling.start();
  const open = parts.move();
  return { url: publicUrl, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** What the export adds to account and readings. Of a connection, what is no secret. */
async function keptOf(store: Store, wearerId: number) {
  const connection = await store.connections.find(wearerId);
  return {
    connection: connection && {
      source: connection.source,
      state: connection.state,
      trouble: connection.trouble,
    },
    devices: await store.devices.list(wearerId),
    lamps: (await store.lamps.of(wearerId)).settings,
    story: await store.storySettings.of(wearerId),
  };
}

/** A host as a browser can open it. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
