import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Change, changes as changeNames } from '@tealight/contract';
import { sql } from 'kysely';
import pg from 'pg';
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

/** Changes published between the nodes that share a PostgreSQL database, with LISTEN and NOTIFY. */
export async function sharedChanges(db: Db, location: DatabaseLocation): Promise<Changes & AsyncDisposable> {
  const local = localChanges();
  const node = randomUUID();
  const channel = `tealight_${location.schema ?? 'changes'}`;
  const listener = await keepListening(location, channel, {
    onPayload(payload) {
      for (const [wearerId, change] of changesOfOthers(payload, node)) local.publish(wearerId, change);
    },
    onMissed: local.reportMissed,
  });
  const sender = openBatchSender((changes) =>
    sql`select pg_notify(${channel}, ${JSON.stringify({ from: node, changes })})`.execute(db),
  );
  return {
    ...local,
    publish(wearerId, change) {
      local.publish(wearerId, change);
      sender.send([wearerId, change]);
    },
    async [Symbol.asyncDispose]() {
      await sender.idle();
      await listener[Symbol.asyncDispose]();
    },
  };
}

/** Every user of the database may use the channel, so invalid payloads are ignored. */
function changesOfOthers(payload: string, node: string): WearerChange[] {
  try {
    const { from, changes } = JSON.parse(payload) as { from: string; changes: WearerChange[] };
    return from === node ? [] : changes.filter(([, change]) => changeNames.includes(change));
  } catch {
    return [];
  }
}

/** Sends changes of the same event loop turn together. */
function openBatchSender(sendBatch: (changes: WearerChange[]) => Promise<unknown>) {
  let waiting: WearerChange[] = [];
  let sending = Promise.resolve();
  const flush = async () => {
    const changes = waiting;
    waiting = [];
    for (let start = 0; start < changes.length; start += BATCH) {
      // A notification that cannot be sent is lost; listeners reload their data after a while.
      await sendBatch(changes.slice(start, start + BATCH)).catch(() => {});
    }
  };
  return {
    send(change: WearerChange): void {
      if (waiting.push(change) === 1) sending = sending.then(flush);
    },
    idle: () => sending,
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
    throw error;
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
