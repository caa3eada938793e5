import { setTimeout as sleep } from 'node:timers/promises';
import { emptyAlarmState, rankOf, serializeAlarmState } from '@tealight/glucose';
import { sql } from 'kysely';
import { openAlarms } from '../../src/alarms/alarms.ts';
import { channelAddresses } from '../../src/alarms/delivery/addresses.ts';
import { openDeliveries } from '../../src/alarms/delivery/deliveries.ts';
import { alarmMails } from '../../src/mail/alarm-templates.ts';
import { MINUTE } from '../../src/shared/time-units.ts';
import type { DatabaseLocation, Db } from '../../src/store/db.ts';
import { isPostgres } from '../../src/store/db.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { encryption, testChannels, tokens } from '../alarms/test-delivery.ts';

/**
 * Fills a new database with wearers whose alarms are on, lets all their sensors fall silent at once, and measures how
 * long an urgent low among them takes: `node --expose-gc server/test/bench/alarm-storm.ts <location as JSON> <wearers>`.
 * Sends `AlarmStorm`, or prints it.
 */
export type AlarmStorm = {
  wearers: number;
  /** From before the reading is stored to the message handed over, without the service's own time, while nothing else happens; ms, sorted. */
  quietMs: number[];
  /** The same, while all other wearers' data are missing and everybody gets a message. */
  stormMs: number[];
  /** Messages handed over a second during the storm, to services that answer after 50 ms. */
  perSecond: number;
  /** Memory of the process for each wearer with alarms on, at rest, bytes. */
  bytesEach: number;
};

const SERVICE_MS = 50;
const TIMES = 40;
/** How long the storm is watched. */
const STORM_MS = 30_000;

const [where = '{}', count = '1000'] = process.argv.slice(2);
const location: DatabaseLocation = JSON.parse(where);
const wearers = Number(count);
const quiet = {
  debug() {},
  info() {},
  warn() {},
  error: (line: object) => void process.stderr.write(`${JSON.stringify(line)}\n`),
};

const addresses = channelAddresses(encryption, Date.now);
const addressOf = (id: number) =>
  ({
    kind: 'ntfy',
    server: `https://ntfy${id % 10}.example.org`,
    topic: `topic-${id}`,
    token: null,
  }) as const;

const found = await run();
if (process.send === undefined) process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit());
else process.send(found, () => process.exit());

async function run(): Promise<AlarmStorm> {
  const store = await openStore(location);
  const memoryBefore = memory();
  await fill();
  const handed = new Map<string, number>();
  let sent = 0;
  const test = testChannels();
  test.channels.ntfy.send = async (address, message) => {
    await sleep(SERVICE_MS);
    sent += 1;
    if (message.rank === rankOf('urgent-low')) handed.set(address.topic, performance.now());
    return { isSent: true, receipt: null };
  };
  const shared = { store, publicUrl: 'https://tealight.example.org', now: Date.now, log: quiet };
  const deliveries = openDeliveries({
    ...shared,
    channels: test.channels,
    encryption,
    tokens,
    mails: alarmMails,
    typeOf: () => 'dexcom' as const,
    onSeen: async () => {},
    count() {},
  });
  const alarms = openAlarms({
    ...shared,
    mails: alarmMails,
    isVendor: () => false,
    onDecided: deliveries.wake,
    count() {},
    delayOf: () => ({ everyMs: 5 * MINUTE, visibleAfterMs: 0 }),
  });
  deliveries.start();
  alarms.start();
  await sleep(2000);
  const bytesEach = Math.max(0, memory() - memoryBefore) / wearers;
  const lows = lowsOf(store, handed);
  const quietMs = await lows(1);
  // The storm: everybody is due, and everybody else's newest reading is old by now.
  const begun = performance.now();
  const before = sent;
  await store.alarmWatch.resetFutureTimes({ now: Date.now(), latest: Date.now() });
  const stormMs = await lows(1 + TIMES);
  await sleep(Math.max(0, STORM_MS - (performance.now() - begun)));
  const perSecond = ((sent - before) / (performance.now() - begun)) * 1000;
  return { wearers, quietMs, stormMs, perSecond, bytesEach };
}

/** Lets so many wearers, from this one on, have an urgent low one after the other. */
function lowsOf(store: Store, handed: ReadonlyMap<string, number>) {
  return async (first: number): Promise<number[]> => {
    const times: number[] = [];
    for (let wearerId = first; wearerId < first + TIMES; wearerId += 1) {
      const begun = performance.now();
      await store.transaction(async ({ readings, alarmWatch }) => {
        await readings.add([{ wearerId, takenAt: Date.now(), mgdl: 50, trend: 'steady' }]);
        await alarmWatch.makeDue([wearerId]);
      });
      store.changes.publish(wearerId, 'readings');
      while (!handed.has(`topic-${wearerId}`)) await sleep(1);
      await sleep(Math.random() * 250);
      times.push((handed.get(`topic-${wearerId}`) ?? 0) - begun - SERVICE_MS);
    }
    return times.sort((one, other) => one - other);
  };
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function fill(): Promise<void> {
  const { db, ...closing } = await openDatabase(location, { onWrite() {}, onFault() {} });
  await fillTables(db);
  await closing[Symbol.asyncDispose]();
}

/** Evaluated a minute ago, and for long before: after a pause old readings would say nothing. */
function watchedBefore(now: number): string {
  return serializeAlarmState({
    ...emptyAlarmState,
    evaluatedAt: now - MINUTE,
    resumedAt: now - 60 * MINUTE,
    nextAt: now + 600 * MINUTE,
  });
}

async function fillTables(db: Db): Promise<void> {
  const now = Date.now();
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(wearers)})`;
  const digits = isPostgres(db) ? sql`lpad(cast(n as text), 10, '0')` : sql`printf('%010d', n)`;
  await sql`insert into accounts (email, email_key, password_hash, first_name, last_name, location, created_at, email_confirmed_at)
    ${numbers} select n || '@example.org', n || '@example.org', 'none', 'Name ' || n, 'Last', 'GB', 0, 1 from numbers`.execute(
    db,
  );
  await sql`insert into wearers (account_id, code, created_at, public_id, name, accent)
    ${numbers} select n, ${digits}, 0, 'w' || ${digits}, 'Name ' || n, 'teal' from numbers`.execute(db);
  await sql`insert into alarm_settings (wearer_id, is_on) ${numbers} select n, 1 from numbers`.execute(db);
  await sql`insert into alarm_watch (wearer_id, next_at, state)
    ${numbers} select n, ${sql.lit(now + 600 * MINUTE)}, ${sql.lit(watchedBefore(now))} from numbers`.execute(
    db,
  );
  await sql`insert into connections (wearer_id, source, revision, state, since, created_at)
    ${numbers} select n, 'dexcomShareUs', 1, 'fine', 0, 0 from numbers`.execute(db);
  // The first wearers have fresh readings, all others' data are missing.
  await sql`insert into readings (wearer_id, taken_at, mgdl, trend)
    ${numbers} select n, case when n <= ${sql.lit(2 * TIMES)} then ${sql.lit(now - 5 * MINUTE)} else ${sql.lit(now - 25 * MINUTE)} end, 110, 'steady' from numbers`.execute(
    db,
  );
  for (let start = 1; start <= wearers; start += 500)
    await db
      .insertInto('alarm_channels')
      .values(
        Array.from({ length: Math.min(500, wearers + 1 - start) }, (_, index) => ({
          account_id: start + index,
          kind: 'ntfy' as const,
          name: 'Phone',
          hides_values: 0,
          address: addresses.encrypt(start + index, addressOf(start + index), null).encrypted,
          address_hash: `${start + index}`,
          fingerprint: null,
          created_at: 0,
          reached_at: null,
          shown_after_ms: null,
          failed_at: null,
          failure: null,
          warned_at: null,
        })),
      )
      .execute();
  if (isPostgres(db)) await sql`analyze`.execute(db);
}
