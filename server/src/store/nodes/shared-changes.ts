import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Change, changes as changeNames } from '@tealight/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { SECOND } from '../../shared/time-units.ts';
import { type Changes, localChanges } from '../changes.ts';
import type { DatabaseLocation, Db } from '../db.ts';
import { postgresClient } from '../postgres/postgres.ts';

/** Changes in a notification: each takes some 20 characters of the 8000 that PostgreSQL allows. */
const BATCH = 200;
const RECONNECT_AFTER_MS = SECOND;
/** How often the listening connection is checked: a dead one is otherwise not noticed. */
const HEARTBEAT_MS = 5 * SECOND;
const CLOSE_TIMEOUT_MS = SECOND;

type WearerChange = [wearerId: number, change: Change];
/** What a node sends. `hasLost`: changes of its own that could not be sent. */
type Payload = { changes?: WearerChange[]; hasLost?: boolean };

/** Changes published between the nodes that share a PostgreSQL database, with LISTEN and NOTIFY. */
export async function sharedChanges(db: Db, location: DatabaseLocation): Promise<Changes & AsyncDisposable> {
  const local = localChanges();
  const node = randomUUID();
  const channel = await channelOf(db);
  const listener = await keepListening(location, channel, {
    onPayload(payload) {
      const { changes = [], hasLost = false } = payloadOfOthers(payload, node);
      for (const [wearerId, change] of changes) local.publish(wearerId, change);
      if (hasLost) local.reportMissed();
    },
    onMissed: local.reportMissed,
  });
  const notify = (connection: Db, payload: Payload) =>
    sql`select pg_notify(${channel}, ${JSON.stringify({ from: node, ...payload })})`.execute(connection);
  const sender = openBatchSender((payload) => notify(db, payload));
  return {
    ...local,
    publish(wearerId, change) {
      local.publish(wearerId, change);
      sender.send([wearerId, change]);
    },
    // PostgreSQL delivers notifications of a transaction when it is committed, and only then.
    async publishWith(transaction, wearerIds, change) {
      const all = wearerIds.map((wearerId): WearerChange => [wearerId, change]);
      for (let start = 0; start < all.length; start += BATCH)
        await notify(transaction, { changes: all.slice(start, start + BATCH) });
      return local.publishWith(transaction, wearerIds, change);
    },
    async [Symbol.asyncDispose]() {
      await sender.close();
      await listener[Symbol.asyncDispose]();
    },
  };
}

/** The longest name of a channel, in bytes: identifiers are cut there. */
const MAX_CHANNEL_LENGTH = 63;

/**
 * Notifications ignore schemas, so that each schema of a database has a channel of its own; that of `public` has the name
 * that it always had.
 */
async function channelOf(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema ?? 'public';
  if (schema === 'public') return 'tealight_changes';
  const channel = `tealight_${schema}`;
  if (Buffer.byteLength(channel) <= MAX_CHANNEL_LENGTH) return channel;
  return `tealight_${createHash('sha256').update(schema).digest('hex').slice(0, 32)}`;
}

/** Every user of the database may use the channel, so invalid payloads are ignored. */
function payloadOfOthers(payload: string, node: string): Payload {
  try {
    const { from, changes = [], hasLost = false } = JSON.parse(payload) as { from: string } & Payload;
    if (from === node) return {};
    return { changes: changes.filter(([, change]) => changeNames.includes(change)), hasLost };
  } catch {
    return {};
  }
}

/**
 * Sends changes of the same event loop turn together. Changes that cannot be sent are lost; as soon as the database
 * answers again the other nodes are informed that they have missed some, and load their data again.
 */
function openBatchSender(sendPayload: (payload: Payload) => Promise<unknown>) {
  let waiting: WearerChange[] = [];
  let sending = Promise.resolve();
  let hasLost = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const send = (payload: Payload): Promise<boolean> =>
    sendPayload(payload).then(
      () => true,
      () => false,
    );
  const reportLoss = async () => {
    retryTimer = undefined;
    hasLost = !(await send({ hasLost: true }));
    if (hasLost) retryLater();
  };
  const retryLater = () => {
    retryTimer ??= setTimeout(() => {
      sending = sending.then(reportLoss);
    }, RECONNECT_AFTER_MS).unref();
  };
  const flush = async () => {
    const changes = waiting;
    waiting = [];
    for (let start = 0; start < changes.length; start += BATCH)
      if (!(await send({ changes: changes.slice(start, start + BATCH) }))) hasLost = true;
    if (hasLost) retryLater();
  };
  return {
    send(change: WearerChange): void {
      if (waiting.push(change) === 1) sending = sending.then(flush);
    },
    async close(): Promise<void> {
      clearTimeout(retryTimer);
      await sending;
      clearTimeout(retryTimer);
    },
  };
}

/** A separate connection that listens, and is opened again whenever it ends. */
async function keepListening(
  location: DatabaseLocation,
  channel: string,
  on: { onPayload: (payload: string) => void; onMissed: () => void },
): Promise<AsyncDisposable> {
  const stop = new AbortController();
  let client = await openListener(location, channel, on.onPayload);
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await client.ended;
      if (stop.signal.aborted) return;
      client = await retry(() => openListener(location, channel, on.onPayload), stop.signal);
      if (stop.signal.aborted) await client.end();
      else on.onMissed();
    }
  })().catch(() => {}); // rejects only when stopped
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await client.end();
      await loop;
    },
  };
}

async function retry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    await pause(RECONNECT_AFTER_MS, undefined, { signal });
    const result = await work().catch(() => null);
    if (result !== null) return result;
  }
}

/** Throws `StoreUnavailable`. */
async function openListener(
  { url, schema }: DatabaseLocation,
  channel: string,
  onPayload: (payload: string) => void,
) {
  const client = postgresClient(url ?? '', schema);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.on('error', () => resolve());
  client.on('end', () => resolve());
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    client.cut();
    throw new StoreUnavailable('unreachable', error);
  }
  let isChecking = false;
  const heartbeat = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    client.query('select 1').then(
      () => (isChecking = false),
      () => client.cut(),
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  void ended.then(() => clearInterval(heartbeat));
  return {
    ended,
    async end() {
      const timer = setTimeout(() => client.cut(), CLOSE_TIMEOUT_MS);
      await client.end().catch(() => {});
      clearTimeout(timer);
    },
  };
}
