import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import pg from 'pg';
import { afterAll, describe, onTestFinished, TestRunner, test } from 'vitest';
import type { DatabaseLocation } from '../src/store/db.ts';
import { openStore, type Store } from '../src/store/store.ts';

/** Opens a new empty database, or the one at `location` again, like another node. Closed after the test, or after the last one when opened before all. */
export type Open = (location?: DatabaseLocation) => Promise<Store>;
/** The location of a new empty database, which is removed after the tests. */
export type NewLocation = () => Promise<DatabaseLocation>;

const env = process.env;
const url = env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const connectionError = await tryConnecting();
const isRequired = env.EXAMS === 'all';

export type Engine = 'SQLite' | 'PostgreSQL';
type TestSuite = (open: Open, newLocation: NewLocation, engine: Engine) => void;

/** Runs tests with both engines. PostgreSQL is skipped if none answers; with EXAMS=all that is a failure. */
export function eachEngine(defineTests: TestSuite): void {
  describe('on SQLite', () => runOn(defineTests, 'SQLite'));
  if (connectionError === null) describe('on PostgreSQL', () => runOn(defineTests, 'PostgreSQL'));
  else if (isRequired) {
    test('on PostgreSQL', () => {
      throw new Error(`EXAMS=all, and no PostgreSQL answers at TEST_DATABASE_URL: ${connectionError}`);
    });
  } else {
    process.stderr.write(
      `Tests with PostgreSQL are skipped: none answers at TEST_DATABASE_URL (${connectionError}).\n`,
    );
    describe.skip('on PostgreSQL', () => runOn(defineTests, 'PostgreSQL'));
  }
}

type TestDatabase = { location: DatabaseLocation; remove: () => Promise<void> };

function runOn(defineTests: TestSuite, engine: Engine): void {
  const resources = new AsyncDisposableStack();
  const newLocation = async () => {
    const { location, remove } = await databases[engine]();
    resources.defer(remove);
    return location;
  };
  afterAll(() => resources.disposeAsync());
  const open: Open = async (location) => {
    const store = closeOnce(await openStore(location ?? (await newLocation())));
    const close = () => store[Symbol.asyncDispose]();
    // A store holds connections, of which PostgreSQL has a hundred: what a test opens is closed with it.
    if (TestRunner.getCurrentTest() === undefined) resources.defer(close);
    else onTestFinished(close);
    return store;
  };
  defineTests(open, newLocation, engine);
}

/** A test may close a store itself; the others are closed after it. */
function closeOnce(store: Store): Store {
  let closing: Promise<void> | undefined;
  return {
    ...store,
    [Symbol.asyncDispose]: async () => (closing ??= Promise.resolve(store[Symbol.asyncDispose]())),
  };
}

async function newSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-'));
  return {
    location: { url: null, file: join(folder, 'tealight.db') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function newPostgresDatabase(): Promise<TestDatabase> {
  const schema = `exam_${randomUUID().replaceAll('-', '')}`;
  return {
    location: { url, file: '', schema },
    remove: () => withServer((client) => client.query(`drop schema if exists ${schema} cascade`)),
  };
}

const databases: Record<Engine, () => Promise<TestDatabase>> = {
  SQLite: newSqliteDatabase,
  PostgreSQL: newPostgresDatabase,
};

async function withServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function tryConnecting(): Promise<string | null> {
  try {
    await withServer((client) => client.query('select 1'));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}
