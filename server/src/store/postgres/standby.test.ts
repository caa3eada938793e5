import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { postgresDialect } from './postgres.ts';

const isReadOnly = sql<{ default_transaction_read_only: string }>`show default_transaction_read_only`;

eachEngine((_, newLocation, engine) => {
  test.runIf(engine === 'PostgreSQL')(
    '[SUP-3] connections that a failover led to a standby are closed with the first change that it refuses',
    async () => {
      const { url, schema } = await newLocation();
      if (url === null) throw new Error('no PostgreSQL');
      const db = new Kysely<never>({ dialect: postgresDialect({ url, schema }) });
      // Ten at once, so that ten connections are open; each becomes as at a standby.
      await Promise.all(
        Array.from({ length: 10 }, () =>
          db.connection().execute(async (one) => {
            await sql`set default_transaction_read_only = on`.execute(one);
            await sql`select pg_sleep(0.2)`.execute(one);
          }),
        ),
      );
      expect((await isReadOnly.execute(db)).rows).toEqual([{ default_transaction_read_only: 'on' }]);
      await expect(sql`create table lamps (id integer)`.execute(db)).rejects.toMatchObject({
        fault: 'read-only',
      });
      // A moment later those that were closed have left the pool.
      await pause(50);
      for (let query = 0; query < 10; query += 1)
        expect((await isReadOnly.execute(db)).rows).toEqual([{ default_transaction_read_only: 'off' }]);
      await db.destroy();
    },
  );
});
