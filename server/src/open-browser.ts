import type { Config } from './config/config.ts';
import type { Encryption } from './encryption/cipher.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openRemoteBrowser } from './remote-browser/remote-browser.ts';
import { chooseSandbox, logSandbox } from './remote-browser/sandbox.ts';
import { signedInForSources } from './routes/sessions/sessions-of.ts';
import { clientAddress, networkOf } from './shared/client-address.ts';
import type { Log } from './shared/log.ts';
import type { Offers } from './sources/offered-sources.ts';
import { pendingSignInOf } from './sources/vendor-sign-in.ts';
import type { Store } from './store/store.ts';

type Dependencies = {
  config: Config;
  publicUrl: string;
  store: Store;
  offers: Offers;
  encryption: Encryption;
  metrics: Metrics;
  log: Log;
  now: () => number;
};

/** Opens the remote browser, in which wearers sign in at vendors that have no other way, with the sessions and sources it needs. */
export function openBrowser({
  config,
  publicUrl,
  store,
  offers,
  encryption,
  metrics,
  log,
  now,
}: Dependencies) {
  const sandbox = chooseSandbox(config.chromiumSandbox);
  if (config.roles.has('browser')) logSandbox(sandbox, log);
  const browser = openRemoteBrowser({
    chromium: config.chromium,
    sandbox,
    isShared: config.databaseUrl !== null,
    networkOf: (request) => networkOf(clientAddress(request, config.trustedProxies)),
    source: offers.sources.medtronic,
    findPendingSignIn: pendingSignInOf({ store }, { encryption, now }),
    signedInBy: signedInForSources({ store, now }),
    origins: [new URL(publicUrl).origin, ...config.corsOrigins],
    log,
  });
  metrics.measure({
    name: 'tealight_browser_sessions',
    help: 'Sign-ins in the remote browser, here and now.',
    read: () => browser.sessionCount,
  });
  return browser;
}
