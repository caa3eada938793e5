import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { afterAll, describe, onTestFinished, TestRunner, test } from 'vitest';
import type { DatabaseLocation } from '../src/store/db.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { openSchemaPool, postgresUrl, withServer } from './stores/postgres-schemas.ts';

/** Opens a database without rows, or the one at `location` again, like another node. Closed after the test, or after the last one when opened before all. */
export type Open = (location?: DatabaseLocation) => Promise<Store>;
/**
 * The location of a new database without tables, which is removed after the tests; or of a migrated one without rows,
 * which is there faster and until the end of the test. Tests that change tables need a new one.
 */
export type NewLocation = (kind?: 'new' | 'migrated') => Promise<DatabaseLocation>;

const connectionError = await tryConnecting();
const isRequired = process.env.REQUIRE_SERVICES === 'true';

export type Engine = 'SQLite' | 'PostgreSQL';
type TestSuite = (open: Open, newLocation: NewLocation, engine: Engine) => void;

/** Runs tests with both engines. PostgreSQL is skipped if none answers; with REQUIRE_SERVICES=true that is a failure. */
export function eachEngine(defineTests: TestSuite): void {
  describe('on SQLite', () => runOn(defineTests, 'SQLite'));
  if (connectionError === null) describe('on PostgreSQL', () => runOn(defineTests, 'PostgreSQL'));
  else if (isRequired) {
    test('on PostgreSQL', () => {
      throw new Error(
        `REQUIRE_SERVICES=true, and no PostgreSQL answers at TEST_DATABASE_URL: ${connectionError}`,
      );
    });
  } else {
    process.stderr.write(
      `Tests with PostgreSQL are skipped: none answers at TEST_DATABASE_URL (${connectionError}).\n`,
    );
    describe.skip('on PostgreSQL', () => runOn(defineTests, 'PostgreSQL'));
  }
}

type NewDatabase = { location: DatabaseLocation; remove: () => Promise<void> };
type MigratedDatabase = { location: DatabaseLocation; release: () => Promise<void> | void };
type Databases = AsyncDisposable & {
  /** Without tables. */
  create: () => Promise<NewDatabase>;
  /** With tables, but without rows. */
  migrated: () => Promise<MigratedDatabase>;
};

function runOn(defineTests: TestSuite, engine: Engine): void {
  const resources = new AsyncDisposableStack();
  const databases = resources.use(engines[engine]());
  // What a test takes is given back with it; what is opened before all, after all.
  const afterUse = (work: () => Promise<void> | void) => {
    if (TestRunner.getCurrentTest() === undefined) resources.defer(work);
    else onTestFinished(work);
  };
  const newLocation: NewLocation = async (kind = 'new') => {
    if (kind === 'migrated') {
      const { location, release } = await databases.migrated();
      afterUse(release);
      return location;
    }
    const { location, remove } = await databases.create();
    resources.defer(remove);
    return location;
  };
  afterAll(() => resources.disposeAsync());
  const open: Open = async (location) => {
    const store = closeOnce(await openStore(location ?? (await newLocation('migrated'))));
    // A store holds connections, of which PostgreSQL has a hundred.
    afterUse(async () => store[Symbol.asyncDispose]());
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

/** Migrations take most of the time of a new file, so that one migrated file is copied. */
function sqliteDatabases(): Databases {
  const create = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tealight-'));
    return {
      location: { url: null, file: join(folder, 'tealight.db') },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  };
  const createTemplate = async () => {
    const { location, remove } = await create();
    await (await openStore(location))[Symbol.asyncDispose]();
    return { location, remove };
  };
  let template: ReturnType<typeof createTemplate> | undefined;
  return {
    create,
    async migrated() {
      template ??= createTemplate();
      const { file } = (await template).location;
      const { location, remove } = await create();
      await copyFile(file, location.file);
      return { location, release: remove };
    },
    [Symbol.asyncDispose]: async () => (await template)?.remove(),
  };
}

function postgresDatabases(): Databases {
  const pool = openSchemaPool();
  const locationOf = (schema: string) => ({ url: postgresUrl, file: '', schema });
  return {
    async create() {
      const schema = `test_${randomUUID().replaceAll('-', '')}`;
      return {
        location: locationOf(schema),
        remove: () =>
          withServer(async (client) => {
            await client.query(`drop schema if exists ${schema} cascade`);
          }),
      };
    },
    async migrated() {
      const { name, release } = await pool.take();
      return { location: locationOf(name), release };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

const engines: Record<Engine, () => Databases> = { SQLite: sqliteDatabases, PostgreSQL: postgresDatabases };

async function tryConnecting(): Promise<string | null> {
  try {
    await withServer((client) => client.query('select 1'));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}
