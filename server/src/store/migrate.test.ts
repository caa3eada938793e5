import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { StartError } from '../shared/start-error.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/index.ts';
import { sqliteDialect } from './sqlite/sqlite.ts';
import type { Tables } from './tables.ts';

const inMemory = () => new Kysely<Tables>({ dialect: sqliteDialect(':memory:') });

describe('migrating the database', () => {
  test('a database of a newer version is rejected with a remedy', async () => {
    const db = inMemory();
    await migrate(db);
    await sql`insert into migrations (name, done_at) values ('999-from-tomorrow', 0)`.execute(db);
    await expect(migrate(db)).rejects.toThrow(/newer Tealight: it has 999-from-tomorrow.*backup/);
    await expect(migrate(db)).rejects.toThrow(StartError);
    await db.destroy();
  });

  test('a failed migration leaves no changes of itself or of those before it', async () => {
    const db = inMemory();
    const steps: Migration[] = [
      {
        name: '001-half',
        up: async (step) => {
          await sql`create table half (done integer)`.execute(step);
        },
      },
      { name: '002-broken', up: () => Promise.reject(new Error('broken')) },
    ];
    await expect(migrate(db, steps)).rejects.toThrow('broken');
    await expect(migrate(db, steps.slice(0, 1))).resolves.toBeUndefined();
    await db.destroy();
  });

  eachEngine((open, newLocation, engine) => {
    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] nodes that start together create the tables once',
      async () => {
        const location = await newLocation();
        const nodes = await Promise.all([open(location), open(location), open(location)]);
        expect(await Promise.all(nodes.map((node) => node.accounts.byEmail('nobody@example.org')))).toEqual([
          null,
          null,
          null,
        ]);
      },
    );

    test('stored data is there when the database is opened again', async () => {
      const location = await newLocation();
      const before = await open(location);
      await before.outbox.put({ recipient: 'ada@example.org', subject: 'Hello', text: '', html: '' }, 1);
      await before[Symbol.asyncDispose]();
      const after = await open(location);
      expect(await after.outbox.claim(9, 1000, 2)).toMatchObject([{ recipient: 'ada@example.org' }]);
    });
  });
});
