import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cgmConnection } from '@tealight/contract';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase } from '../browser/support/database.ts';
import { realProcess } from './real-process.ts';

/** A connection to the database that a test can break. */
export type DatabaseProxy = AsyncDisposable & {
  /** The address of the database through this proxy. */
  url: string;
  /** Connections opened so far. */
  opened: () => number;
  /** Connections refused so far. */
  refused: () => number;
  /** Ends every open connection, and accepts no new one until `heal`. */
  cut(): void;
  /** Accepts no more connections at once until `heal`. */
  limit(connections: number): void;
  /** Every open connection stays open and transfers nothing, as behind a firewall that dropped its state; new ones work. */
  freeze(): void;
  /**
   * Freezes once one connection has sent these texts to the database, in this order, and calls `frozen`: the database
   * has the last of them, and the answer never arrives.
   */
  freezeAfter(texts: readonly string[], frozen: () => void): void;
  heal(): void;
};

/** More at once could take more than the 100 connections that PostgreSQL allows by default. */
const GONE_AFTER_MS = 2000;

/** `sent`: how many of the texts of `freezeAfter` it has sent. */
type Pair = { client: Socket; server: Socket; silent: boolean; sent: number };
type Awaited = { texts: readonly string[]; frozen: () => void };

export async function databaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database);
  const pairs = new Set<Pair>();
  let limit = Number.POSITIVE_INFINITY;
  let [opened, refused] = [0, 0];
  let awaited: Awaited | null = null;
  const freeze = () => {
    for (const pair of pairs) pair.silent = true;
  };
  const look = (pair: Pair, piece: Buffer) => {
    if (awaited === null || !piece.includes(awaited.texts[pair.sent] ?? '')) return;
    pair.sent += 1;
    if (pair.sent < awaited.texts.length) return;
    freeze();
    awaited.frozen();
    awaited = null;
  };
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => {});
    if (pairs.size >= limit) {
      refused += 1;
      return client.destroy();
    }
    opened += 1;
    const server = connect({
      host: target.hostname,
      port: Number(target.port || 5432),
      allowHalfOpen: true,
    });
    const pair = { client, server, silent: false, sent: 0 };
    pairs.add(pair);
    forward(pair, client, server, (piece) => look(pair, piece));
    forward(pair, server, client);
    // The database finds out by keep-alive that a client is gone whose connection is silent.
    client.on('end', () => {
      if (pair.silent) setTimeout(() => client.destroy(), GONE_AFTER_MS).unref();
    });
    client.on('close', () => {
      pairs.delete(pair);
      server.destroy();
    });
    server.on('close', () => {
      if (!pair.silent) client.destroy();
    });
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const here = new URL(database);
  here.hostname = '127.0.0.1';
  here.port = String((listener.address() as AddressInfo).port);
  const end = () => {
    for (const { client } of pairs) client.destroy();
  };
  return {
    url: here.href,
    opened: () => opened,
    refused: () => refused,
    cut() {
      limit = 0;
      end();
    },
    limit(connections) {
      limit = connections;
    },
    freeze,
    freezeAfter(texts, frozen) {
      awaited = { texts, frozen };
    },
    heal() {
      limit = Number.POSITIVE_INFINITY;
    },
    async [Symbol.asyncDispose]() {
      end();
      await new Promise((done) => listener.close(done));
    },
  };
}

function forward(pair: Pair, from: Socket, to: Socket, forwarded = (_piece: Buffer) => {}): void {
  from.on('error', () => {});
  from.on('data', (piece) => {
    if (pair.silent) return;
    to.write(piece);
    forwarded(piece);
  });
  from.on('end', () => {
    if (!pair.silent) to.end();
  });
}

/** A server on PostgreSQL with a connection that the test can break, and a wearer. */
export async function serverBehindProxy(parts: AsyncDisposableStack) {
  const database = await freshDatabase('postgres');
  parts.defer(() => database.drop());
  const proxy = parts.use(await databaseProxy(database.environment.DATABASE_URL ?? ''));
  const server = parts.use(await realProcess({ DATABASE_URL: proxy.url }));
  const { token } = await wearerOf(server.url);
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => fetch(server.url + cgmConnection.path, { headers });
  const ready = async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    const { missing } = (await answer.json()) as { missing: string[] };
    return { status: answer.status, missing };
  };
  /** Waits until the readiness check gives this answer. */
  const until = async (status: number) => {
    for (let state = await ready(); ; state = await ready()) {
      if (state.status === status) return state;
      await sleep(100);
    }
  };
  const said = (event: string) =>
    server
      .said()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`));
  return { proxy, server, ask, ready, until, said };
}
