import pg from 'pg';
import { type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase } from '../browser/support/database.ts';
import { type RealProcess, realProcess } from './real-process.ts';

export type TwoNodes = AsyncDisposable & {
  one: RealProcess;
  other: RealProcess;
  ada: Wearer;
  /** Ada's connection code in canonical form. */
  code: string;
  /** Queries their database. */
  ask(sql: string): Promise<Record<string, unknown>[]>;
};

/** `SECRET_KEYS` of nodes that share a database. */
export const KEYS = 'one key of many characters for all nodes';

export type NodesOptions = {
  /** Further variables of each node. */
  one?: Record<string, string>;
  other?: Record<string, string>;
  /** Runs while only one node is up: emails are in the folder of the node that sends them. */
  alone?: (one: RealProcess) => Promise<void>;
};

/** Two nodes on one PostgreSQL schema. */
export async function twoNodes({
  one: oneMore,
  other: otherMore,
  alone,
}: NodesOptions = {}): Promise<TwoNodes> {
  await using left = new AsyncDisposableStack();
  const database = await freshDatabase('postgres');
  left.defer(database.drop);
  const environment = { ...database.environment, SECRET_KEYS: KEYS };
  const one = left.use(await realProcess({ ...environment, ...oneMore }));
  const ada = await wearerOf(one.url);
  await alone?.(one);
  const other = left.use(await realProcess({ ...environment, ...otherMore }));
  const client = new pg.Client(database.environment.DATABASE_URL);
  await client.connect();
  left.defer(() => client.end());
  const ask = async (sql: string) => (await client.query(sql)).rows as Record<string, unknown>[];
  const [wearer] = await ask('select code from wearers order by id');
  const opened = left.move();
  return {
    one,
    other,
    ada,
    code: String(wearer?.code),
    ask,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
