import { accountStore } from './accounts.ts';
import { activityStore } from './activity.ts';
import { type Changes, localChanges } from './changes.ts';
import { checkStore } from './checks.ts';
import { databaseClock } from './clock.ts';
import { codePrintStore } from './code-prints.ts';
import { connectionStore } from './connections.ts';
import type { Db, StorePlace } from './db.ts';
import { deviceStore } from './devices.ts';
import { displaySettingsStore } from './display-settings.ts';
import { dutyStore } from './duties.ts';
import { entryStore } from './entries.ts';
import { historyStore } from './history.ts';
import { lampStore } from './lamps.ts';
import { leaseStore } from './leases.ts';
import { type LimitStore, limitStore } from './limits.ts';
import { linkStore } from './links.ts';
import { lossStore } from './losses.ts';
import { mailSettingsStore } from './mail-settings.ts';
import { mqttTopicStore } from './mqtt-topics.ts';
import { openDatabase } from './open-database.ts';
import { outboxStore } from './outbox.ts';
import { photoStore } from './photos.ts';
import { placeStore } from './places.ts';
import { readingStore } from './readings.ts';
import { sessionStore } from './sessions.ts';
import { signInStore } from './sign-ins.ts';
import { storySettingsStore } from './story-settings.ts';
import type { OnStoreFault } from './unavailable.ts';
import { wearerStore } from './wearers.ts';

/** What is remembered, by what it is about. All of it reads and writes one database or one transaction. */
export type Stores = ReturnType<typeof storesOf>;

export type Store = Stores &
  AsyncDisposable & {
    /** Who is told when something of a wearer has changed. */
    changes: Changes;
    clock: ReturnType<typeof databaseClock>;
    /** Counted outside of every transaction: what is refused must stay counted. */
    limits: LimitStore;
    /**
     * Grows with every write that may change who a visitor is, so that what was read before it is known to be old.
     * Null where other nodes write, too.
     */
    peopleVersion(): number | null;
    /** Runs all of `work` or nothing of it. Inside, use only the stores handed in: the others wait for its end. */
    transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  };

function storesOf(db: Db) {
  return {
    accounts: accountStore(db),
    sessions: sessionStore(db),
    places: placeStore(db),
    activity: activityStore(db),
    links: linkStore(db),
    outbox: outboxStore(db),
    signIns: signInStore(db),
    losses: lossStore(db),
    mailSettings: mailSettingsStore(db),
    wearers: wearerStore(db),
    connections: connectionStore(db),
    leases: leaseStore(db),
    readings: readingStore(db),
    history: historyStore(db),
    storySettings: storySettingsStore(db),
    devices: deviceStore(db),
    displaySettings: displaySettingsStore(db),
    codePrints: codePrintStore(db),
    entries: entryStore(db),
    duties: dutyStore(db),
    checks: checkStore(db),
    lamps: lampStore(db),
    mqttTopics: mqttTopicStore(db),
    photos: photoStore(db),
  };
}

/** The tables that `sessions.find` reads. */
const people = ['accounts', 'wearers', 'sessions'];

/**
 * Opens the database and brings it up to date. `failed` hears of each failure that is the database's own.
 * Throws when it cannot be used (`StartError`, with the remedy) or is newer than this code.
 */
export async function openStore(place: StorePlace, failed: OnStoreFault = () => {}): Promise<Store> {
  await using parts = new AsyncDisposableStack();
  let version = 0;
  const wrote = (table: string) => {
    if (people.includes(table)) version += 1;
  };
  const { db } = parts.use(await openDatabase(place, { wrote, failed }));
  const changes = place.url === null ? localChanges() : parts.use(await sharedBy(db, place));
  const open = parts.move();
  return {
    ...storesOf(db),
    changes,
    limits: limitStore(db),
    clock: databaseClock(db),
    peopleVersion: () => (place.url === null ? version : null),
    transaction: (work) => db.transaction().execute((inside) => work(storesOf(inside))),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function sharedBy(db: Db, place: StorePlace) {
  const { sharedChanges } = await import('./shared-changes.ts');
  return sharedChanges(db, place);
}
