import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { createSchema, postgresDialect } from './postgres/postgres.ts';
import { sqliteDialect } from './sqlite/sqlite.ts';
import type { Tables } from './tables.ts';

const ACCOUNTS = 10_000;
const place = migrations.findIndex(({ name }) => name === '017-people');

describe('[PPL-2] a database of ten thousand accounts', () => {
  eachEngine((open, newLocation) => {
    test('gets names and public ids, and every lamp’s code goes on working', async () => {
      const location = await newLocation();
      const { url, file, schema } = location;
      if (url !== null && schema !== undefined) await createSchema(url, schema);
      const old = new Kysely<Tables>({
        dialect: url === null ? sqliteDialect(file) : postgresDialect({ url, schema }),
      });
      await migrate(old, migrations.slice(0, place));
      await sql`
        insert into accounts (email, email_key, password_hash, first_name, last_name, location, created_at)
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(ACCOUNTS)})
        select n || '@example.org', n || '@example.org', 'none', 'Name ' || n, 'Last', 'GB', 0 from numbers`.execute(
        old,
      );
      const code = url === null ? sql`printf('%010d', id)` : sql`lpad(cast(id as text), 10, '0')`;
      await sql`insert into wearers (account_id, code, created_at) select id, ${code}, 0 from accounts order by id`.execute(
        old,
      );
      await old.destroy();

      const store = await open(location);
      const ids = new Set<string>();
      for (const id of [1, 2, 4711, ACCOUNTS]) {
        const code = String(id).padStart(10, '0');
        expect(await store.codes.find(code)).toEqual({ wearerId: id, code, accountId: null });
        expect(await store.wearers.byId(id)).toMatchObject({ name: `Name ${id}`, accent: 'teal' });
      }
      for (let after = 0; ; ) {
        const page = await store.wearers.idsAfter(after, 10);
        if (page.length === 0) break;
        for (const wearer of await Promise.all(page.map((id) => store.wearers.byId(id))))
          ids.add(wearer?.publicId ?? '');
        after = page.at(-1) ?? 0;
      }
      expect(ids.size).toBe(ACCOUNTS);
      expect([...ids].filter((id) => !/^[0-9a-z]{12}$/.test(id))).toEqual([]);
    });
  });
});
