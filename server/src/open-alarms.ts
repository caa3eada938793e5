import { openAlarms } from './alarms/alarms.ts';
import { ntfyChannel } from './alarms/channels/ntfy.ts';
import { CHANNEL_FETCH_LIMITS } from './alarms/channels/post.ts';
import { pushoverChannel } from './alarms/channels/pushover.ts';
import { cancelPushoverReceipt, pushoverReceipt } from './alarms/channels/pushover-receipts.ts';
import { webPushChannel } from './alarms/channels/web-push/web-push.ts';
import { webhookChannel } from './alarms/channels/webhook.ts';
import { channelAddresses } from './alarms/delivery/addresses.ts';
import { openDeliveries } from './alarms/delivery/deliveries.ts';
import { openPushIdentity, type PushIdentity } from './alarms/delivery/push-identity.ts';
import { pushKeysOf } from './alarms/delivery/push-keys.ts';
import type { Channels } from './alarms/delivery/send-on.ts';
import { openSilentChannels } from './alarms/delivery/silent-channels.ts';
import { messageTokens } from './alarms/delivery/tokens.ts';
import { openWeeklyMails } from './alarms/weekly-mails.ts';
import type { Config } from './config/config.ts';
import type { Encryption } from './encryption/cipher.ts';
import { ProblemError } from './http/problem-error.ts';
import type { Limits } from './limits/limits.ts';
import { alarmMails } from './mail/alarm-templates.ts';
import { alarmCounter, deliveryCounter } from './metrics/measures.ts';
import type { Metrics } from './metrics/metrics.ts';
import { lazyGuardedFetch } from './outbound-http/lazy-guarded-fetch.ts';
import { openNameLookup } from './outbound-http/name-lookup.ts';
import { actAsRecipient } from './routes/alarms/act-as-recipient.ts';
import type { AlarmDelivery } from './routes/dependencies.ts';
import type { Log } from './shared/log.ts';
import { type Offers, ownSites } from './sources/offered-sources.ts';
import type { Store } from './store/store.ts';

/** Of a source that this node does not offer. */
const NO_DELAY = { everyMs: 0, visibleAfterMs: 0 };

type Dependencies = {
  config: Config;
  publicUrl: string;
  store: Store;
  offers: Offers;
  encryption: Encryption;
  keyFor: Limits['keyFor'];
  metrics: Metrics;
  log: Log;
  now: () => number;
};

/** Opens what decides about alarms and what delivers them. Nothing happens before `start`. */
export async function openAlarmParts(opened: AsyncDisposableStack, dependencies: Dependencies) {
  const { config, publicUrl, store, offers, encryption, keyFor, metrics, log, now } = dependencies;
  const onLost = () =>
    log.error({ event: 'push-keys-lost', text: 'Browsers have to subscribe to alarms again' });
  const push = await openPushIdentity({
    read: () => pushKeysOf({ store, encryption, onLost }),
    contact: contactOf(config, publicUrl),
    now,
    log,
  });
  const tokens = messageTokens(keyFor);
  const onSeen = (by: Parameters<typeof actAsRecipient>[1]) =>
    actAsRecipient({ store, changes: store.changes, now }, by, 'seen').catch((error: unknown) => {
      // The alarm is over, or reaches this person no longer.
      if (!(error instanceof ProblemError)) throw error;
    });
  const deliveries = opened.use(
    openDeliveries({
      store,
      encryption,
      tokens,
      mails: alarmMails,
      onSeen,
      publicUrl,
      now,
      log,
      channels: channelsOf(config, push),
      typeOf: (source) => offers.offered[source]?.type ?? 'none',
      count: deliveryCounter(metrics),
    }),
  );
  opened.use(openSilentChannels({ store, mails: alarmMails, publicUrl, now, log }));
  opened.use(openWeeklyMails({ store, mails: alarmMails, publicUrl, now, log }));
  const delayOf = (source: string) => offers.offered[source]?.source.rhythm ?? NO_DELAY;
  const alarms = opened.use(
    openAlarms({
      isVendor: (source: string) => !ownSites.includes(source),
      store,
      delayOf,
      mails: alarmMails,
      publicUrl,
      now,
      log,
      count: alarmCounter(metrics),
      onDecided: deliveries.wake,
    }),
  );
  const delivery: AlarmDelivery = {
    pushKey: push.publicKey,
    readToken: tokens.read,
    test: deliveries.test,
    addresses: channelAddresses(encryption, now),
  };
  return {
    delayOf,
    delivery,
    lastCheckAt: alarms.lastCheckAt,
    checkPush: push.check,
    start(): void {
      deliveries.start();
      alarms.start();
    },
  };
}

/** RFC 8292 §2.1: how a push service reaches the operator, by `mailto:` or `https:`. */
function contactOf({ adminEmail }: Config, publicUrl: string): string {
  if (adminEmail !== null) return `mailto:${adminEmail}`;
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:tealight@${hostname}`;
}

function channelsOf({ privateEndpoints, pushoverUrl }: Config, { vapid, answered }: PushIdentity): Channels {
  const fetch = lazyGuardedFetch({
    privateAllowed: privateEndpoints,
    lookup: openNameLookup(),
    ...CHANNEL_FETCH_LIMITS,
  });
  const http = { fetch, plainHttpAllowed: privateEndpoints, now: Date.now };
  const pushover = { ...http, baseUrl: pushoverUrl };
  return {
    'web-push': webPushChannel({ ...http, vapid, answered }),
    ntfy: ntfyChannel(http),
    pushover: {
      ...pushoverChannel(pushover),
      receipt: (address, receipt) => pushoverReceipt(address, receipt, pushover),
      cancel: (address, receipt) => cancelPushoverReceipt(address, receipt, pushover),
    },
    webhook: webhookChannel(http),
  };
}
