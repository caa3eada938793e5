import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import about from '../package.json' with { type: 'json' };
import { type Config, warningsOf } from './config/config.ts';
import { encryptionWith } from './encryption/cipher.ts';
import { keysFromFile } from './encryption/key-file.ts';
import { openKeyRotation } from './encryption/rotate-keys.ts';
import { openGlow } from './glow/glow.ts';
import { openServiceHealth } from './health/service-health.ts';
import { inUseFromUpgrade, limitHttpConnections } from './http/connections.ts';
import { openApi } from './http-server.ts';
import { CONNECTION_BACKLOG } from './limits/admit-connections.ts';
import { connectionLimits, openConnectionLimit } from './limits/connection-limit.ts';
import { openLimits } from './limits/limits.ts';
import { openMail } from './mail/mail.ts';
import { openOutageMails } from './mail/outage-mails.ts';
import { mailTemplates } from './mail/templates.ts';
import { mailCounter, pollCountersIn } from './metrics/measures.ts';
import { listenForMetrics, openMetrics } from './metrics/metrics.ts';
import { queryTimer } from './metrics/node.ts';
import { openAlarmParts } from './open-alarms.ts';
import { openBrowser } from './open-browser.ts';
import { openConfiguredDevices } from './open-configured-devices.ts';
import { openErasing } from './open-erasing.ts';
import { measureParts } from './open-metrics.ts';
import { lazyGuardedFetch } from './outbound-http/lazy-guarded-fetch.ts';
import { openNameLookup } from './outbound-http/name-lookup.ts';
import { openPolling } from './polling/polling.ts';
import { openClock } from './process/clock-check.ts';
import { makeFilesPrivateInBackground, makePrivate } from './process/data-folder.ts';
import { onFreePort } from './process/free-port.ts';
import { addressesOf } from './process/network-address.ts';
import { limitsOf } from './routes/limits.ts';
import { argonPasswords } from './routes/passwords/password-hash.ts';
import { openLog } from './shared/log.ts';
import { openAll } from './shared/open-all.ts';
import { handleUpgrades } from './shared/upgrades.ts';
import { fetchFor, offeredTypes, offersOf, ownSites } from './sources/offered-sources.ts';
import { simulatedSite } from './sources/simulated-site.ts';
import { dexcomSignIn, medtronicSignIn, pollingForRoutes } from './sources/vendor-sign-in.ts';
import { openStatistics } from './statistics/statistics.ts';
import { exportedSettings } from './store/exported-settings.ts';
import { openStore } from './store/store.ts';

/** A running Tealight. */
export type Running = AsyncDisposable & {
  /** The address for browsers. */
  url: string;
  /** The address for browsers on this machine. */
  localUrl: string;
};

/** Replacements for tests. */
export type More = { now?: () => number; logTo?: { write(line: string): void } };

/** Starts on the configured port, or on the next free one. Throws `PortTaken`. */
export const start = (config: Config, more: More = {}): Promise<Running> =>
  onFreePort(config.host, config, (port) => openAll((opened) => openParts(opened, port, config, more)));

/** Opens the parts from the lamp back to the vendor: readings flow the other way, and each part needs only earlier ones. */
async function openParts(
  opened: AsyncDisposableStack,
  port: number,
  config: Config,
  { now = Date.now, logTo }: More,
): Promise<Running> {
  const logger = openLog(config.logLevel, logTo);
  await makePrivate(config.dataDir);
  const addresses = addressesOf(config.host, port, config.tls !== null);
  const publicUrl = config.publicUrl ?? addresses.url;
  const health = opened.use(openServiceHealth({ log: logger, now }));
  const place = { url: config.databaseUrl, file: join(config.dataDir, 'tealight.db'), locked: true };
  const metrics = openMetrics();
  const store = opened.use(await openStore(place, health.storeFailed, queryTimer(metrics)));
  const clock = opened.use(await openClock({ read: store.clock.read, now }));
  // From here on, what is stored for all nodes, and decided or erased by such times, goes by the clock that they share.
  // `now` is for what this node alone counts and shows.
  health.measure(metrics);
  const { listen, ...metricsAccess } = config.metrics;
  if (listen !== null) opened.use(await listenForMetrics(metrics, listen, metricsAccess.token));
  // Here, so that a start that waits for its database or an address says them once.
  for (const warning of warningsOf(config)) logger.warn(warning);
  const connections = openConnectionLimit(connectionLimits({ byAddress: config.limits }));
  const mailPlace = { ...config.mail, dataDir: config.dataDir, publicUrl };
  const mail = opened.use(
    openMail(mailPlace, {
      outbox: store.outbox,
      now: clock.now,
      fileNow: now,
      log: logger,
      count: mailCounter(metrics),
    }),
  );
  const glow = opened.use(openGlow({ store, changes: store.changes, log: logger, now }));
  const keys = config.secretKeys ?? (await keysFromFile(config.secretKeysFile));
  const limits = openLimits({ shared: store.limits, secret: keys[0] ?? '', log: logger, now });
  const limited = config.limits ? limits : null;
  const devices = opened.use(
    await openConfiguredDevices({
      config,
      store,
      glows: glow,
      limits: limited,
      publicUrl,
      connections,
      log: logger,
      now,
      sharedNow: clock.now,
    }),
  );
  const encryption = encryptionWith(keys as [string, ...string[]]);
  if (config.databaseUrl !== null && config.secretKeys === null && config.secretKeysFile.isDefault)
    logger.warn({ event: 'keys-of-this-node-alone' });
  const offers = offersOf(config);
  const vendorFetch = lazyGuardedFetch({ privateAllowed: true });
  const forOwnSites = lazyGuardedFetch({
    privateAllowed: config.privateEndpoints,
    alsoAllowed: config.trialSite,
    lookup: openNameLookup(),
  });
  const polling = opened.use(
    openPolling({
      store,
      sources: offers.offered,
      encryption,
      fetchFor: fetchFor(forOwnSites, vendorFetch),
      now: clock.now,
      log: logger,
      pollCounters: pollCountersIn(metrics),
      hasProblem: health.hasProblem,
    }),
  );
  measureParts(metrics, { config, store, clock, connections, devices, polling, offers });
  const isShared = config.databaseUrl !== null;
  const statistics = opened.use(openStatistics({ ...store, isShared, now }));
  const signInDependencies = { polling, store, offers };
  const browser = opened.use(
    openBrowser({ config, publicUrl, store, offers, encryption, metrics, log: logger, now: clock.now }),
  );
  const alarms = await openAlarmParts(opened, {
    config,
    publicUrl,
    store,
    offers,
    encryption,
    keyFor: limits.keyFor,
    metrics,
    log: logger,
    now: clock.now,
  });
  const photos = { photoFolder: join(config.dataDir, 'photos'), photoStore: isShared ? store.photos : null };
  const { eraseFor, erasingTime } = openErasing(opened, { store, clock, photos, log: logger });
  opened.use(
    openOutageMails({
      store,
      publicUrl,
      flushOutbox: mail.flushOutbox,
      log: logger,
      now: clock.now,
      typeOf: (name) => offers.offered[name]?.type ?? 'none',
      selfHostedSources: ownSites,
    }),
  );
  const api = opened.use(
    await openApi({
      store,
      changes: store.changes,
      polling: pollingForRoutes(signInDependencies),
      readingsFor: (wearerId, unit) => {
        polling.wearerViewed(wearerId);
        return glow.readingsFor(wearerId, { unit, isShared });
      },
      devices,
      statistics: { ...statistics, eraseFor },
      delayOf: alarms.delayOf,
      delivery: alarms.delivery,
      simulatedSite: simulatedSite({ config, store, encryption, fetch: forOwnSites }),
      more: (wearerId) => exportedSettings(store, wearerId),
      dexcomSignIn: dexcomSignIn(signInDependencies, { publicUrl, now: clock.now }),
      medtronic: medtronicSignIn(signInDependencies, { fetch: vendorFetch, encryption, now: clock.now }),
      // Where another node runs the browser, that node checks.
      isMedtronicOffered: () => !config.roles.has('browser') || browser.isAvailable,
      templates: mailTemplates,
      flushOutbox: mail.flushOutbox,
      passwords: argonPasswords(),
      ...limitsOf(limited, now),
      keyFor: limits.keyFor,
      doctorSecret: keys[0] ?? '',
      site: {
        links: config.links,
        sources: offeredTypes(offers),
        publicUrl,
        outboxFolder: config.outboxPage ? mail.outboxFolder : null,
        ...photos,
        webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
      },
      tls: config.tls,
      log: logger,
      logger,
      now: clock.now,
      erasingTime,
      doctorNow: now,
      evenMs: 200,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      metrics,
      // With a separate listener, the app's port does not serve them.
      metricsAccess: listen === null ? metricsAccess : { open: false, token: null },
      hasCalls: config.roles.has('api'),
      version: about.version,
      readiness: health.readiness,
    }),
  );
  limitHttpConnections(api.app, connections, { trusted: config.trustedProxies });
  if (config.roles.has('devices')) devices.serve(api.app);
  if (config.roles.has('browser')) browser.serve(api.app);
  handleUpgrades(api.app.server, [
    ...(config.roles.has('devices') ? [devices.upgrade] : []),
    ...(config.roles.has('browser') ? [inUseFromUpgrade(browser.upgrade)] : []),
  ]);
  await api.app.listen({ host: config.host, port, backlog: CONNECTION_BACKLOG });
  opened.use(openKeyRotation(store, encryption, logger));
  opened.use(makeFilesPrivateInBackground(config.dataDir, logger));
  if (config.roles.has('poll')) polling.start();
  if (config.roles.has('alarms')) alarms.start();
  health.watch(
    {
      store,
      encryption,
      clock,
      dataDir: config.dataDir,
      sources: Object.keys(offers.offered),
      polledAt: polling.lastCheckAt,
      evaluatedAt: alarms.lastCheckAt,
      push: alarms.checkPush,
    },
    config.adminEmail === null ? null : { recipient: config.adminEmail, publicUrl, deliver: mail.deliver },
  );
  return {
    url: publicUrl,
    localUrl: config.publicUrl ?? addresses.localUrl,
    async [Symbol.asyncDispose]() {
      // First, and concurrently with everything else, so that running polls are stored however slow clients are.
      const polled = polling[Symbol.asyncDispose]();
      await opened.disposeAsync();
      await polled;
    },
  };
}
