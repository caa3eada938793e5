import { expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { eachEngine } from '../../../test/engines.ts';
import { everyFive, NOON, storeReadings } from '../../../test/history.ts';
import { withServer } from '../../../test/stores/postgres-schemas.ts';
import { newWearer } from '../../../test/wearers.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';
import type { Store } from '../store.ts';

const MANY = 40;
const SOME = 3;
const newWearers = (store: Store, count: number) =>
  Promise.all(Array.from({ length: count }, () => newWearer(store)));

eachEngine((open, newLocation, engine) => {
  const openSchema = async () => {
    const location = await newLocation('migrated');
    return { store: await open(location), schema: location.schema ?? '' };
  };
  const run = test.runIf(engine === 'PostgreSQL');

  run(
    '[DASH-7] old readings are erased as fast as ever where the table was analyzed while it was empty',
    async () => {
      const { store, schema } = await openSchema();
      const [ada = 0, ben = 0] = await newWearers(store, 2);
      for (const id of [ada, ben]) await storeReadings(store, id, everyFive(NOON - 30 * DAY, NOON));
      await analyzeWhileEmpty(schema, 'readings');
      await store.statisticsSettings.save(ada, { timeZone: null, population: 'adult', keepDays: 14 });
      expect(await store.history.eraseOld(NOON)).toBe(false);
      expect(await store.history.count(ada, 0, NOON)).toBe(14 * 288);
    },
  );

  run('[ACC-3] so are the readings of an account that is deleted', async () => {
    const { store, schema } = await openSchema();
    const [ben = 0, eve = 0] = await newWearers(store, 2);
    for (const id of [ben, eve]) await storeReadings(store, id, everyFive(NOON - 30 * DAY, NOON));
    await analyzeWhileEmpty(schema, 'readings');
    const accountId = (await store.wearers.byId(ben))?.accountId ?? 0;
    while (await store.history.eraseOwn(accountId));
    expect(await store.history.count(ben, 0, NOON)).toBe(0);
    expect(await store.history.count(eve, 0, NOON)).toBe(30 * 288);
  });

  run('[SRC-3] never more connections are polled at once than asked for', async () => {
    const { store, schema } = await openSchema();
    for (const id of await newWearers(store, MANY))
      await store.connections.save(connected(id, { nextAt: NOON - id }), NOON);
    await analyzeWhileEmpty(schema, 'connections');
    const until = NOON + MINUTE;
    const lease = { node: 'a', source: 'nightScout', now: NOON, until, latest: until, limit: SOME };
    expect(await store.leases.claim(lease)).toHaveLength(SOME);
  });

  run('[OPS-2] never more alarms are evaluated at once than asked for', async () => {
    const { store, schema } = await openSchema();
    for (const id of await newWearers(store, MANY)) await store.alarmWatch.start(id);
    await analyzeWhileEmpty(schema, 'alarm_watch');
    const lease = { node: 'a', now: NOON, leaseMs: MINUTE, limit: SOME };
    expect(await store.alarmWatch.claim(lease)).toHaveLength(SOME);
  });

  run('[OPS-2] never more messages are sent at once than asked for', async () => {
    const { store, schema } = await openSchema();
    await addMessages(store, schema);
    await analyzeWhileEmpty(schema, 'alarm_deliveries');
    const lease = { node: 'a', now: NOON, leaseMs: MINUTE, limit: SOME };
    expect(await store.alarmDeliveries.claim(lease)).toHaveLength(SOME);
  });
});

/** Leaves the table with its rows, and PostgreSQL with the statistics of a table without any. */
async function analyzeWhileEmpty(schema: string, table: string): Promise<void> {
  await withServer(async (client) => {
    await client.query(`set search_path = ${schema}`);
    await client.query(`create temporary table kept as table ${table}`);
    await client.query(`delete from ${table}`);
    await client.query(`analyze ${table}`);
    await client.query(`insert into ${table} select * from kept`);
  });
}

async function addMessages(store: Store, schema: string): Promise<void> {
  const wearerId = await newWearer(store);
  const accountId = (await store.wearers.byId(wearerId))?.accountId ?? 0;
  const address = { kind: 'ntfy', name: 'a phone', address: 'encrypted', addressHash: 'hash' } as const;
  const channelId = await store.alarmChannels.save(
    { accountId, hidesValues: false, fingerprint: null, ...address },
    NOON,
  );
  const reading = { mgdl: 52, takenAt: NOON, at: NOON };
  await store.alarmEpisodes.record(wearerId, {
    episode: 'low',
    kind: 'low',
    rank: 1,
    ring: true,
    isEnd: false,
    ...reading,
  });
  const [{ id: episodeId } = { id: 0 }] = await withServer(
    async (client) =>
      (await client.query(`select id::int from ${schema}.alarm_episodes`)).rows as { id: number }[],
  );
  const message = { episodeId, accountId, channelId, what: 'rings', loudness: 'loud', rank: 1 } as const;
  await store.alarmDeliveries.add(
    Array.from({ length: MANY }, (_, place) => ({
      ...message,
      place,
      notSeen: null,
      expiresAt: NOON + DAY,
    })),
    NOON,
  );
}
