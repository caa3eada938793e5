import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import about from '../package.json' with { type: 'json' };
import { limitsOf } from './api/limits.ts';
import { listenForMetrics } from './api/metrics.ts';
import { openApi } from './api/open.ts';
import { argonPasswords } from './api/passwords.ts';
import { openSweep } from './api/sweep.ts';
import { hashOf } from './api/token.ts';
import { openBrowser } from './browser/browser.ts';
import { type Sandbox, sandboxHere } from './browser/sandbox.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { openClock } from './clock.ts';
import { type Config, warningsOf } from './config.ts';
import { askedBy, begunAt, dexcomSignIn, medtronicSignIn } from './connect.ts';
import { limitsHere, openConnectionLimit } from './connection-limit.ts';
import { makePrivate, tightenFiles } from './data-folder.ts';
import { openDevices } from './devices/devices.ts';
import { freePort } from './free-port.ts';
import { openGlow } from './glow/glow.ts';
import { limitHttpConnections } from './http-connections.ts';
import { keptOf } from './kept-of.ts';
import { openLimits } from './limits/limits.ts';
import { type Log, openLog } from './log.ts';
import { openLossLetters } from './loss-letters.ts';
import { lettersOfCalls } from './mail/letters.ts';
import { openMail } from './mail/open-mail.ts';
import { measureConnections, measureMqtt, measuresOf } from './measures.ts';
import { fetchFor, offersOf, type TypedSource, typed, userGiven } from './offers.ts';
import { openPolling } from './poll/polling.ts';
import { guardWhenNeeded } from './reach/guard-when-needed.ts';
import { keysFromFile } from './seal/key-file.ts';
import { openResealing } from './seal/reseal.ts';
import { sealWith } from './seal/seal.ts';
import { openServiceHealth } from './service-health.ts';
import { openStore } from './store/store.ts';
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
  for (const warning of warningsOf(config)) logger.warn(warning);
  await makePrivate(config.dataDir);
  const port = await freePort(config.host, config);
  const publicUrl = config.publicUrl ?? `http://${shownHost(config.host)}:${port}`;
  const health = parts.use(openServiceHealth({ log: logger, now }));
  const place = { url: config.databaseUrl, file: join(config.dataDir, 'tealight.db'), locked: true };
  const store = parts.use(await openStore(place, health.storeFailed));
  const clock = parts.use(await openClock({ read: store.clock.read, now }));
  const { metrics, tally } = measuresOf(store);
  health.measure(metrics);
  const { listen, ...metricsAccess } = config.metrics;
  if (listen !== null) parts.use(await listenForMetrics(metrics, listen, metricsAccess.token));
  const connections = openConnectionLimit(limitsHere({ byAddress: config.limits }));
  measureConnections(metrics, connections);
  const mailPlace = { ...config.mail, dataDir: config.dataDir, publicUrl };
  const mail = parts.use(openMail(mailPlace, { outbox: store.outbox, now, log: logger }));
  const glow = parts.use(openGlow({ store, changes: store.changes, log: logger, now }));
  const keys = config.secretKeys ?? (await keysFromFile(config.secretKeysFile));
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
      mqttHooksSecret: config.mqttHooksSecret,
      publicUrl,
      version: about.version,
      connections,
      log: logger,
      now,
    }),
  );
  measureMqtt(metrics, devices.mqttCounts);
  const seal = sealWith(keys as [string, ...string[]]);
  if (config.databaseUrl !== null && config.secretKeys === null)
    logger.warn({ event: 'keys-of-this-node-alone' });
  const offers = offersOf(config);
  const vendorFetch = guardWhenNeeded({ privateAllowed: true });
  const polling = parts.use(
    openPolling({
      store,
      sources: offers.offered,
      seal,
      fetchFor: fetchFor(guardWhenNeeded({ privateAllowed: config.privateEndpoints }), vendorFetch),
      now: clock.now,
      log: logger,
      tally,
      hasProblem: health.hasProblem,
    }),
  );
  const story = parts.use(openStory({ ...store, now }));
  const retention = parts.use(openRetention({ history: store.history, log: logger, now }));
  const joined = { polling, store, offers };
  const sandbox = sandboxHere(config.chromiumSandbox);
  if (config.roles.has('browser')) sayHowSandboxed(sandbox, logger);
  const browser = parts.use(
    openBrowser({
      chromium: config.chromium,
      sandbox,
      isShared: config.databaseUrl !== null,
      networkOf: (request) => networkOf(clientAddress(request, config.trustedProxies)),
      source: offers.sources.medtronic,
      begun: begunAt({ store }, { seal, now }),
      wearerOf: async (token) => (await store.sessions.find(hashOf(token), now()))?.wearer.id ?? null,
      origins: [new URL(publicUrl).origin, ...config.corsOrigins],
      log: logger,
    }),
  );

  const photoStore = config.databaseUrl === null ? null : store.photos;
  const photos = { photoFolder: join(config.dataDir, 'photos'), photoStore };
  parts.use(openSweep({ store, log: logger, now, photos }));
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
      readingsFor: (wearerId) => {
        polling.viewed(wearerId);
        return glow.readingsFor(wearerId);
      },
      devices,
      story: { ...story, eraseFor: retention.eraseFor },
      more: (wearerId) => keptOf(store, wearerId),
      dexcomSignIn: dexcomSignIn(joined, { publicUrl, now }),
      medtronic: medtronicSignIn(joined, { fetch: vendorFetch, seal, now }),
      // Where another node runs the browser, that node refuses.
      isMedtronicOffered: () => !config.roles.has('browser') || browser.isOffered,
      letters: lettersOfCalls,
      knock: mail.knock,
      passwords: argonPasswords(),
      ...limitsOf(limited, now),
      keyFor: limits.keyFor,
      site: {
        links: config.links,
        sources: [...(Object.keys(typed) as TypedSource[]), 'medtronic'],
        publicUrl,
        outboxFolder: config.outboxPage ? mail.outboxFolder : null,
        ...photos,
        webFolder,
      },
      log: logger,
      logger,
      now,
      evenMs: 200,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      metrics,
      // With a listener of their own the app's port shows them to nobody.
      metricsAccess: listen === null ? metricsAccess : { open: false, token: null },
      hasCalls: config.roles.has('api'),
      version: about.version,
      readiness: health.readiness,
    }),
  );
  limitHttpConnections(api.app, connections, { trusted: config.trustedProxies });
  if (config.roles.has('devices')) devices.serve(api.app);
  if (config.roles.has('browser')) browser.serve(api.app);
  takeUpgrades(api.app.server, [
    ...(config.roles.has('devices') ? [devices.upgrade] : []),
    ...(config.roles.has('browser') ? [browser.upgrade] : []),
  ]);
  await api.app.listen({ host: config.host, port });
  parts.use(openResealing(store.connections, seal, logger));
  parts.use(tightenFiles(config.dataDir, logger));
  if (config.roles.has('poll')) polling.start();
  health.watch(
    {
      store,
      seal,
      clock,
      dataDir: config.dataDir,
      sources: Object.keys(offers.offered),
      lookedAt: polling.lookedAt,
    },
    config.adminEmail === null ? null : { recipient: config.adminEmail, publicUrl, deliver: mail.deliver },
  );
  const open = parts.move();
  return {
    url: publicUrl,
    async [Symbol.asyncDispose]() {
      // First, and beside everything else: what sources are just answering is to be kept, however slow visitors are.
      const polled = polling[Symbol.asyncDispose]();
      await open.disposeAsync();
      await polled;
    },
  };
}

/** Once, at the start: whoever runs the server decides about a browser without a sandbox, and knows about it. */
function sayHowSandboxed(sandbox: Sandbox, log: Log): void {
  if (sandbox.kind === 'off') log.warn({ event: 'browser-without-sandbox' });
  if (sandbox.kind !== 'none') return;
  const text = `Medtronic is not offered: Chromium has no sandbox here. ${sandbox.why}, or set CHROMIUM_SANDBOX=off`;
  log.warn({ event: 'browser-not-offered', text });
}

/** A host as a browser can open it. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
