import pg from 'pg';
import { freshDatabase } from '../journeys/database.ts';
import { type Wearer, wearerOf } from '../people/wearer.ts';
import { type RealProcess, realProcess } from './real-process.ts';

export type TwoNodes = AsyncDisposable & {
  one: RealProcess;
  other: RealProcess;
  ada: Wearer;
  /** Ada's connection code in its one form. */
  code: string;
  /** Asks their database. */
  ask(sql: string): Promise<Record<string, unknown>[]>;
};

/** `SECRET_KEYS` of nodes that share a database. */
export const KEYS = 'one key of many characters for all nodes';

/** Two nodes on one PostgreSQL schema; the second has `more` in its environment. */
export async function twoNodes(more: Record<string, string> = {}): Promise<TwoNodes> {
  await using left = new AsyncDisposableStack();
  const database = await freshDatabase('postgres');
  left.defer(database.drop);
  const environment = { ...database.environment, SECRET_KEYS: KEYS };
  const one = left.use(await realProcess(environment));
  // While one node is alone: mails lie in the folder of the node that takes them.
  const ada = await wearerOf(one.url);
  const other = left.use(await realProcess({ ...environment, ...more }));
  const client = new pg.Client(database.environment.DATABASE_URL);
  await client.connect();
  left.defer(() => client.end());
  const ask = async (sql: string) => (await client.query(sql)).rows as Record<string, unknown>[];
  const [wearer] = await ask('select code from wearers');
  const opened = left.move();
  return {
    ...{ one, other, ada, code: String(wearer?.code), ask },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
