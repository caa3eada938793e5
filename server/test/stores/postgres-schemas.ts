import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The PostgreSQL server of the tests. */
export const postgresUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A schema that is migrated, or becomes so when a store is opened in it, and has no rows. */
export type Schema = { name: string; release: () => void };
export type SchemaPool = AsyncDisposable & { take: () => Promise<Schema> };

/** Schemas that stay after the test: `test_`, a hash of the migrations and a number. */
const pooled = '^test_[0-9a-f]{12}_[0-9]+$';
/** Above this size a table is emptied faster by `truncate`, which takes some 10 ms; below by `delete`. */
const LARGE_TABLE_BYTES = 1_000_000;

export async function withServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis: 15_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Migrated schemas that tests use one after the other: creating one takes longer than most tests. The test that uses a
 * schema has its lock, which the server frees when the connection ends, so that no two test files share one.
 */
export function openSchemaPool(): SchemaPool {
  const free: string[] = [];
  let lastNumber = 0;
  let connection: Promise<pg.Client> | undefined;
  const connect = async () => {
    const client = new pg.Client({ connectionString: postgresUrl });
    await client.connect();
    return client;
  };
  const lockNext = async (client: pg.Client): Promise<string> => {
    lastNumber += 1;
    const name = `test_${migrationsHash()}_${lastNumber}`;
    return (await tryLock(client, name)) ? name : lockNext(client);
  };
  return {
    async take() {
      connection ??= connect();
      const client = await connection;
      const name = free.pop() ?? (await lockNext(client));
      await client.query(emptied(name));
      return { name, release: () => void free.push(name) };
    },
    async [Symbol.asyncDispose]() {
      await (await connection)?.end();
    },
  };
}

/** After all tests: drops the schemas that nobody uses, those of older migrations too. */
export async function teardown(): Promise<void> {
  await withServer(async (client) => {
    const { rows } = await client.query('select nspname as name from pg_namespace where nspname ~ $1', [
      pooled,
    ]);
    for (const { name } of rows as { name: string }[])
      if (await tryLock(client, name)) await client.query(`drop schema if exists ${name} cascade`);
  }).catch(() => {});
}

async function tryLock(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtext('tealight.tests'), hashtext($1)) as locked`,
    [schema],
  );
  return (rows as { locked: boolean }[])[0]?.locked === true;
}

/**
 * As in a new schema, ids start at 1. A table is emptied again after those that refer to it. The tables of a schema are
 * found by what depends on it, for which there is an index: `pg_class` is long after many dropped schemas.
 */
const emptied = (schema: string): string => `do $$
declare
  one record;
  again boolean := true;
begin
  while again loop
    again := false;
    for one in
      select c.oid::regclass as name, pg_relation_size(c.oid) as bytes
        from pg_depend d join pg_class c on c.oid = d.objid
       where d.refclassid = 'pg_namespace'::regclass and d.refobjid = to_regnamespace('${schema}')
         and d.classid = 'pg_class'::regclass and c.relkind = 'r' and c.relname <> 'migrations'
    loop
      if one.bytes > ${LARGE_TABLE_BYTES} then
        execute format('truncate %s cascade', one.name);
      elsif one.bytes > 0 then
        begin
          execute format('delete from %s', one.name);
        exception when foreign_key_violation then
          again := true;
        end;
      end if;
    end loop;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
     from pg_sequences where schemaname = '${schema}' and last_value is not null;
end $$`;

let hash: string | undefined;

/** Other migrations make other schemas. */
function migrationsHash(): string {
  hash ??= createHash('sha256').update(migrationCode().join('\0')).digest('hex').slice(0, 12);
  return hash;
}

function migrationCode(): string[] {
  const store = join(import.meta.dirname, '../../src/store');
  const steps = readdirSync(join(store, 'migrations')).sort();
  return ['migrate.ts', ...steps.map((name) => join('migrations', name))].map((path) =>
    readFileSync(join(store, path), 'utf8'),
  );
}
