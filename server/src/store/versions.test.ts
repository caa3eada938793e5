import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { openAtVersion, wearerIn } from '../../test/stores/older-store.ts';
import type { DatabaseLocation } from './db.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/** Every column of every table. In PostgreSQL of this schema only: other tests create and drop theirs at the same time. */
async function shape(db: Kysely<Tables>, schema?: string) {
  if (schema === undefined) {
    const tables = await db.introspection.getTables();
    return tables.map(({ name, columns }) => [
      name,
      columns.map((column) => [column.name, column.dataType, column.isNullable]),
    ]);
  }
  const { rows } = await sql`
    select table_name, column_name, data_type, is_nullable from information_schema.columns
    where table_schema = ${schema} order by table_name, ordinal_position`.execute(db);
  return rows;
}

async function shapeAt(location: DatabaseLocation) {
  const db = await openAtVersion(location, migrations.length);
  return shape(db, location.schema).finally(() => db.destroy());
}

const earlier = migrations.map(({ name }, index): [string, number] => [name, index + 1]).slice(0, -1);

describe('an older database', () => {
  eachEngine((open, newLocation) => {
    let ofNew: ReturnType<typeof shapeOfNew> | undefined;
    const shapeOfNew = async () => shapeAt(await newLocation());
    test.each(earlier)(
      'that ends with %s keeps its wearers and gets the schema of a new one',
      async (_, migrationCount) => {
        const location = await newLocation();
        const old = await openAtVersion(location, migrationCount);
        const wearerId = await wearerIn(old, migrationCount);
        await old.destroy();

        const store = await open(location);
        expect(await store.wearers.byId(wearerId)).toMatchObject({
          id: wearerId,
          range: null,
          name: 'Ada',
          publicId: expect.stringMatching(/^[0-9a-z]{12}$/),
        });
        ofNew ??= shapeOfNew();
        expect(await shapeAt(location)).toEqual(await ofNew);
      },
    );

    test('with time zones for lamps and for statistics keeps one for each wearer: that of the statistics, if there is one', async () => {
      const location = await newLocation();
      const old = await openAtVersion(location, 14);
      const night = { night_from: 1320, night_until: 420 };
      const none = { night_from: null, night_until: null };
      const cases = [
        { lamps: 'Asia/Tokyo', ...night, statistics: 'Europe/Berlin', expected: 'Europe/Berlin' },
        { lamps: 'Asia/Tokyo', ...none, statistics: null, expected: 'Asia/Tokyo' },
        { lamps: 'Asia/Tokyo', ...night, statistics: undefined, expected: 'Asia/Tokyo' },
        { lamps: 'UTC', ...night, statistics: undefined, expected: 'UTC' },
        { lamps: 'UTC', ...none, statistics: null, expected: null },
      ];
      const wearers: number[] = [];
      for (const { lamps, night_from, night_until, statistics } of cases) {
        const id = await wearerIn(old, 14);
        wearers.push(id);
        await sql`insert into lamps (wearer_id, day_brightness, night_brightness, night_from, night_until, time_zone, in_range)
          values (${id}, 1, 0.1, ${night_from}, ${night_until}, ${lamps}, 'glow')`.execute(old);
        if (statistics !== undefined)
          await sql`insert into story_settings (wearer_id, time_zone, population, keep_days)
            values (${id}, ${statistics}, 'older', 90)`.execute(old);
      }
      await old.destroy();
      const store = await open(location);
      for (const [index, { statistics, expected }] of cases.entries()) {
        const settings = await store.statisticsSettings.of(wearers[index] ?? 0);
        expect(settings).toEqual({
          timeZone: expected,
          ...(statistics === undefined
            ? { population: 'adult', keepDays: null }
            : { population: 'older', keepDays: 90 }),
        });
        expect((await store.lamps.of(wearers[index] ?? 0)).settings.timeZone).toBe(expected ?? 'UTC');
      }
    });
  });
});
