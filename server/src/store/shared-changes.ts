import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Change, changes as words } from '@tealight/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { SECOND } from '../times.ts';
import { type Changes, localChanges } from './changes.ts';
import type { Db, StorePlace } from './db.ts';
import { postgresClient } from './postgres.ts';

/** Changes a notice carries: each takes some 20 characters of the 8000 that PostgreSQL allows. */
const AT_ONCE = 200;
const AGAIN_AFTER_MS = SECOND;
/** How often the listening connection is asked whether it is alive: nothing else would notice that it is silent. */
const HEARTBEAT_MS = 5 * SECOND;
const FAREWELL_WITHIN_MS = SECOND;

type News = [wearerId: number, change: Change];

/** Changes told between the nodes that share a database, by its LISTEN and NOTIFY. */
export async function sharedChanges(db: Db, place: StorePlace): Promise<Changes & AsyncDisposable> {
  const local = localChanges();
  const node = randomUUID();
  const channel = `tealight_${place.schema ?? 'changes'}`;
  const ear = await keepListening(place, channel, {
    heard(payload) {
      for (const [wearerId, change] of newsOfOthers(payload, node)) local.tell(wearerId, change);
    },
    missed: local.miss,
  });
  const mouth = inBatches((news) =>
    sql`select pg_notify(${channel}, ${JSON.stringify({ from: node, news })})`.execute(db),
  );
  return {
    ...local,
    tell(wearerId, change) {
      local.tell(wearerId, change);
      mouth.say([wearerId, change]);
    },
    async [Symbol.asyncDispose]() {
      await mouth.said();
      await ear[Symbol.asyncDispose]();
    },
  };
}

/** Anybody who may use the database may use the channel: what makes no sense is passed over. */
function newsOfOthers(payload: string, node: string): News[] {
  try {
    const { from, news } = JSON.parse(payload) as { from: string; news: News[] };
    return from === node ? [] : news.filter(([, change]) => words.includes(change));
  } catch {
    return [];
  }
}

/** What is told in one turn goes out together. */
function inBatches(send: (news: News[]) => Promise<unknown>) {
  let waiting: News[] = [];
  let sending = Promise.resolve();
  const flush = async () => {
    const news = waiting;
    waiting = [];
    for (let start = 0; start < news.length; start += AT_ONCE) {
      // A notice that cannot be sent is lost; listeners look again by themselves after a while.
      await send(news.slice(start, start + AT_ONCE)).catch(() => {});
    }
  };
  return {
    say(one: News): void {
      if (waiting.push(one) === 1) sending = sending.then(flush);
    },
    said: () => sending,
  };
}

/** A connection of its own that listens, and is made again whenever it ends. */
async function keepListening(
  place: StorePlace,
  channel: string,
  on: { heard: (payload: string) => void; missed: () => void },
): Promise<AsyncDisposable> {
  const stop = new AbortController();
  let client = await listening(place, channel, on.heard);
  const kept = (async () => {
    while (!stop.signal.aborted) {
      await client.ended;
      if (stop.signal.aborted) return;
      client = await again(() => listening(place, channel, on.heard), stop.signal);
      if (stop.signal.aborted) await client.end();
      else on.missed();
    }
  })().catch(() => {}); // only a stop gets here
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await client.end();
      await kept;
    },
  };
}

async function again<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    await pause(AGAIN_AFTER_MS, undefined, { signal });
    const result = await work().catch(() => null);
    if (result !== null) return result;
  }
}

async function listening({ url, schema }: StorePlace, channel: string, heard: (payload: string) => void) {
  const client = postgresClient(url ?? '', schema);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.on('error', () => resolve());
  client.on('end', () => resolve());
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    client.cut();
    throw error;
  }
  let asked = false;
  const heartbeat = setInterval(() => {
    if (asked) return;
    asked = true;
    client.query('select 1').then(
      () => (asked = false),
      () => client.cut(),
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  void ended.then(() => clearInterval(heartbeat));
  return {
    ended,
    async end() {
      const late = setTimeout(() => client.cut(), FAREWELL_WITHIN_MS);
      await client.end().catch(() => {});
      clearTimeout(late);
    },
  };
}
