import type { Change } from '@tealight/contract';
import { openAll } from '../shared/open-all.ts';
import type { OnStoreFault } from '../shared/store-errors.ts';
import { accountStore } from './accounts/accounts.ts';
import { activityStore } from './accounts/activity.ts';
import { connectionCodeStore } from './accounts/connection-codes.ts';
import { knownNetworkStore } from './accounts/known-networks.ts';
import { linkStore } from './accounts/links.ts';
import { photoStore } from './accounts/photos.ts';
import { sessionStore } from './accounts/sessions.ts';
import { visibleWearerStore } from './accounts/visible-wearers.ts';
import { wearerStore } from './accounts/wearers.ts';
import { alarmChannelStore } from './alarms/alarm-channels.ts';
import { alarmDeliveryStore } from './alarms/alarm-deliveries.ts';
import { alarmEpisodeStore } from './alarms/alarm-episodes.ts';
import { alarmEventStore } from './alarms/alarm-events.ts';
import { alarmInputStore } from './alarms/alarm-inputs.ts';
import { alarmRecipientStore } from './alarms/alarm-recipients.ts';
import { alarmSettingsStore } from './alarms/alarm-settings.ts';
import { alarmSnoozeStore } from './alarms/alarm-snoozes.ts';
import { alarmWatchStore } from './alarms/alarm-watch.ts';
import { weeklyMailStore } from './alarms/weekly-mails.ts';
import { type Changes, localChanges } from './changes.ts';
import { connectionStore } from './connections/connections.ts';
import { leaseStore } from './connections/leases.ts';
import { signInStore } from './connections/vendor-sign-ins.ts';

import { type DatabaseLocation, type Db, databaseClock } from './db.ts';
import { codeHashStore } from './devices/code-hashes.ts';
import { deviceStore } from './devices/devices.ts';
import { displaySettingsStore } from './devices/display-settings.ts';
import { lampStore } from './devices/lamps.ts';
import { mqttTopicStore } from './devices/mqtt-topics.ts';
import { checkStore } from './health-checks.ts';
import { mailSettingsStore } from './mail/mail-settings.ts';
import { outageStore } from './mail/outages.ts';
import { outboxStore } from './mail/outbox.ts';
import { monitoringStore } from './monitoring.ts';
import { leaderLockStore } from './nodes/leader-locks.ts';
import { type LimitStore, limitStore } from './nodes/limits.ts';
import { serverKeyStore } from './nodes/server-keys.ts';
import { type OnQuery, openDatabase, type PoolCounts } from './open-database.ts';
import { auditStore } from './people/audit.ts';
import { followStore } from './people/follows.ts';
import { handOverStore } from './people/hand-overs.ts';
import { invitationStore } from './people/invitations.ts';
import { shareLinkStore } from './people/share-links.ts';
import { filledSpanStore } from './readings/filled-spans.ts';
import { historyStore } from './readings/history.ts';
import { entryStore } from './readings/newest-readings.ts';
import { readingStore } from './readings/readings.ts';
import { statisticsSettingsStore } from './readings/statistics-settings.ts';

/** All stores by topic. They read and write one database, or one transaction. */
export type Stores = ReturnType<typeof storesOf>;

export type Store = Stores &
  AsyncDisposable & {
    /** Publishes changes to wearers' data. */
    changes: Changes;
    clock: ReturnType<typeof databaseClock>;
    /** Counts apart from any transaction: a rejected call must stay counted. */
    limits: LimitStore;
    /**
     * Grows with every write that may change a principal, so that a cache knows that its data is outdated. Null where
     * other nodes write, too.
     */
    principalVersion(): number | null;
    /** The connections of this process to the database server; null with SQLite. */
    pool(): PoolCounts | null;
    /** Runs `work` in a transaction. It must use only the stores that it gets: the others wait for its end. */
    transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  };

function storesOf(db: Db, changes: Changes) {
  return {
    /** `publishWith` of the changes, with what these stores write. */
    publishWith: (wearerIds: readonly number[], change: Change) => changes.publishWith(db, wearerIds, change),
    accounts: accountStore(db),
    sessions: sessionStore(db),
    knownNetworks: knownNetworkStore(db),
    activity: activityStore(db),
    links: linkStore(db),
    outbox: outboxStore(db),
    signIns: signInStore(db),
    outages: outageStore(db),
    mailSettings: mailSettingsStore(db),
    wearers: wearerStore(db),
    visibleWearers: visibleWearerStore(db),
    follows: followStore(db),
    invitations: invitationStore(db),
    shareLinks: shareLinkStore(db),
    handOvers: handOverStore(db),
    audit: auditStore(db),
    codes: connectionCodeStore(db),
    connections: connectionStore(db),
    leases: leaseStore(db, changes),
    readings: readingStore(db),
    filledSpans: filledSpanStore(db),
    history: historyStore(db),
    statisticsSettings: statisticsSettingsStore(db),
    devices: deviceStore(db),
    displaySettings: displaySettingsStore(db),
    codeHashes: codeHashStore(db),
    entries: entryStore(db),
    leaderLocks: leaderLockStore(db),
    checks: checkStore(db),
    monitoring: monitoringStore(db),
    lamps: lampStore(db),
    mqttTopics: mqttTopicStore(db),
    photos: photoStore(db),
    alarmSettings: alarmSettingsStore(db),
    alarmWatch: alarmWatchStore(db),
    alarmInputs: alarmInputStore(db),
    alarmSnoozes: alarmSnoozeStore(db),
    alarmEpisodes: alarmEpisodeStore(db),
    alarmEvents: alarmEventStore(db),
    alarmRecipients: alarmRecipientStore(db),
    weeklyMails: weeklyMailStore(db),
    alarmChannels: alarmChannelStore(db),
    alarmDeliveries: alarmDeliveryStore(db),
    serverKeys: serverKeyStore(db),
  };
}

/** The tables that `sessions.find` reads. */
const principalTables = ['accounts', 'wearers', 'sessions', 'follows'];

/**
 * Opens the database and migrates it. `onFault` is called for each fault of the database itself, `onQuery` after each
 * query. Throws `StartError`, with the remedy, when it cannot be used or is newer than this code.
 */
export function openStore(
  location: DatabaseLocation,
  onFault: OnStoreFault = () => {},
  onQuery: OnQuery = () => {},
): Promise<Store> {
  return openAll((resources) => openIn(resources, location, { onFault, onQuery }));
}

async function openIn(
  resources: AsyncDisposableStack,
  location: DatabaseLocation,
  callbacks: { onFault: OnStoreFault; onQuery: OnQuery },
): Promise<Store> {
  let version = 0;
  const onWrite = (table: string) => {
    if (principalTables.includes(table)) version += 1;
  };
  const { db, pool } = resources.use(await openDatabase(location, { ...callbacks, onWrite }));
  const changes =
    location.url === null ? localChanges() : resources.use(await openSharedChanges(db, location));
  return {
    ...storesOf(db, changes),
    changes,
    limits: limitStore(db),
    clock: databaseClock(db),
    principalVersion: () => (location.url === null ? version : null),
    pool,
    transaction: (work) => db.transaction().execute((transaction) => work(storesOf(transaction, changes))),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function openSharedChanges(db: Db, location: DatabaseLocation) {
  const { sharedChanges } = await import('./nodes/shared-changes.ts');
  const { serverStartError } = await import('./postgres/postgres-faults.ts');
  return sharedChanges(db, location).catch((error: unknown) => {
    throw serverStartError(error);
  });
}
