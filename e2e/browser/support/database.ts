import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The database of one test, and how to delete it. */
export type Database = { environment: Record<string, string>; drop: () => Promise<void> };

const address = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A database of its own: the embedded one, or a schema on the PostgreSQL server. */
export async function freshDatabase(engine: 'sqlite' | 'postgres'): Promise<Database> {
  if (engine === 'sqlite') return { environment: {}, drop: async () => {} };
  const schema = `e2e_${randomBytes(6).toString('hex')}`;
  await ask(`create schema ${schema}`);
  const url = new URL(address);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return { environment: { DATABASE_URL: url.href }, drop: () => ask(`drop schema ${schema} cascade`) };
}

/** Whether a PostgreSQL server answers. */
export async function postgresAnswers(): Promise<boolean> {
  return ask('select 1').then(
    () => true,
    () => false,
  );
}

async function ask(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
