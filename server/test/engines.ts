import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, test } from 'vitest';
import type { StorePlace } from '../src/store/db.ts';
import { openStore, type Store } from '../src/store/store.ts';

/** Opens an empty database of its own, or once more the one at `place`, as another node would. */
export type Open = (place?: StorePlace) => Promise<Store>;
/** A place with nothing in it yet; cleared away when the exam is over. */
export type NewPlace = () => Promise<StorePlace>;

const env = process.env;
const url = env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const refusal = await refusalOf();
const demanded = env.EXAMS === 'all';

export type Engine = 'SQLite' | 'PostgreSQL';
type Exam = (open: Open, newPlace: NewPlace, engine: Engine) => void;

/** One exam for both engines. SQLite always sits it; PostgreSQL where one answers, and must when EXAMS=all. */
export function eachEngine(exam: Exam): void {
  describe('on SQLite', () => sit(exam, 'SQLite'));
  if (refusal === null) describe('on PostgreSQL', () => sit(exam, 'PostgreSQL'));
  else if (demanded) {
    test('on PostgreSQL', () => {
      throw new Error(`EXAMS=all, and no PostgreSQL answers at TEST_DATABASE_URL: ${refusal}`);
    });
  } else {
    process.stderr.write(`PostgreSQL is not examined: none answers at TEST_DATABASE_URL (${refusal}).\n`);
    describe.skip('on PostgreSQL', () => sit(exam, 'PostgreSQL'));
  }
}

type Place = { place: StorePlace; clear: () => Promise<void> };

function sit(exam: Exam, engine: Engine): void {
  const left = new AsyncDisposableStack();
  const newPlace = async () => {
    const { place, clear } = await places[engine]();
    left.defer(clear);
    return place;
  };
  afterAll(() => left.disposeAsync());
  exam(async (place) => left.use(closedOnce(await openStore(place ?? (await newPlace())))), newPlace, engine);
}

/** A test may close what it opened; what it left open is closed after the last one. */
function closedOnce(store: Store): Store {
  let closing: Promise<void> | undefined;
  return {
    ...store,
    [Symbol.asyncDispose]: async () => (closing ??= Promise.resolve(store[Symbol.asyncDispose]())),
  };
}

async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-'));
  return {
    place: { url: null, file: join(folder, 'tealight.db') },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

async function postgresPlace(): Promise<Place> {
  const schema = `exam_${randomUUID().replaceAll('-', '')}`;
  return {
    place: { url, file: '', schema },
    clear: () => withServer((client) => client.query(`drop schema if exists ${schema} cascade`)),
  };
}

const places: Record<Engine, () => Promise<Place>> = { SQLite: sqlitePlace, PostgreSQL: postgresPlace };

async function withServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function refusalOf(): Promise<string | null> {
  try {
    await withServer((client) => client.query('select 1'));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}
