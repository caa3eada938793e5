import { createHash } from 'node:crypto';
import { CODE_HISTORY_DAYS } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY, SECOND } from '../../times.ts';
import { openToPages } from '../answers.ts';
import { isSame } from '../polled-glow.ts';
import { type Entry, momentOf, toEntries } from './entry.ts';
import { answer, type Guest } from './guest.ts';
import { countOf, type Wish, wishOf } from './query.ts';
import { type Form, formOf, written } from './text.ts';

export type ReadingsStore = {
  newest(wearerId: number, span: { from: number; until: number; count: number }): Promise<Reading[]>;
};

/** A code opens a display, not a history: what is older is not there, in whatever form it is asked for. */
export const recentOnly = (store: ReadingsStore, now: () => number): ReadingsStore => ({
  newest: (wearerId, { from, ...span }) =>
    store.newest(wearerId, { from: Math.max(from, now() - CODE_HISTORY_DAYS * DAY), ...span }),
});

export type Ask = { request: FastifyRequest; reply: FastifyReply; guest: Guest };

/** The wearer's entries that a wish asks for, newest first. */
export async function entriesFor(store: ReadingsStore, wearerId: number, wish: Wish): Promise<Entry[]> {
  const { from, until, count, fits } = wish;
  // One more than asked for: the change of the oldest needs the one before it.
  const readings = await store.newest(wearerId, { from, until, count: count + 1 });
  return toEntries(wearerId, readings, count).filter(fits);
}

/** `/entries`, `/entries/sgv`, `/entries/current` and `/entries/<id>`, with any ending. */
export async function sendEntries(
  store: ReadingsStore,
  ask: Ask,
  { what, ending, now }: { what: string; ending: string; now: number },
): Promise<FastifyReply> {
  const { guest, request, reply } = ask;
  const { wearerId } = guest.visitor;
  const form = formOf(ending, request.headers.accept);
  if (/^[\da-f]{24}$/.test(what)) return sendOne(store, ask, { id: what, form });
  const wish = wishOf(guest.search, now);
  if (what === 'current')
    return send(reply, request, {
      entries: await entriesFor(store, wearerId, { ...wish, from: 0, count: 1 }),
      form,
    });
  // Tealight has no other types than sensor readings.
  const entries = what === '' || what === 'sgv' ? await entriesFor(store, wearerId, wish) : [];
  return send(reply, request, { entries, form });
}

async function sendOne(
  store: ReadingsStore,
  { guest, request, reply }: Ask,
  { id, form }: { id: string; form: Form },
): Promise<FastifyReply> {
  const { wearerId } = guest.visitor;
  const at = momentOf(wearerId, id);
  const readings = at === null ? [] : await store.newest(wearerId, { from: at, until: at + 1, count: 1 });
  if (readings.length === 0) return answer(reply.code(404), { status: 404, message: 'No such id' });
  return send(reply, request, { entries: toEntries(wearerId, readings, 1), form });
}

/** Sends entries with what a client needs to not fetch them twice. */
export function send(
  reply: FastifyReply,
  { headers }: FastifyRequest,
  { entries, form }: { entries: readonly unknown[]; form: Form },
): FastifyReply {
  const { type, body } = written(entries, form);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  const newestAt = (entries[0] as Entry | undefined)?.date ?? null;
  reply.headers({
    ...openToPages,
    'cache-control': 'private, no-cache',
    etag: tag,
    vary: 'accept, api-secret, authorization',
  });
  if (newestAt !== null) reply.header('last-modified', new Date(newestAt).toUTCString());
  if (isSame(headers['if-none-match'], tag) || isNotNewer(headers, newestAt)) return reply.code(304).send();
  return reply.type(type).send(body);
}

function isNotNewer(headers: FastifyRequest['headers'], newestAt: number | null): boolean {
  const since = Date.parse(headers['if-modified-since'] ?? '');
  if (headers['if-none-match'] !== undefined || newestAt === null || Number.isNaN(since)) return false;
  return Math.floor(newestAt / SECOND) * SECOND <= since;
}

/** `/sgv.json`, as xDrip serves it on a phone: entries with the unit on the first. */
export function xdripRows(entries: readonly Entry[], { unit, search }: Guest): object[] {
  const brief = /^(y|true|1)/i.test(search.get('brief_mode') ?? '');
  const hint = { units_hint: unit === 'mmol/L' ? 'mmol' : 'mgdl' };
  return entries.map(({ utcOffset: _utcOffset, mills: _mills, trend: _trend, ...entry }, index) => {
    const { date, sgv, delta, direction, noise } = entry;
    const row = brief ? { date, sgv, ...(delta !== undefined && { delta }), direction, noise } : entry;
    return index === 0 ? { ...row, ...hint } : row;
  });
}

export const pebbleCount = (search: URLSearchParams): number =>
  search.has('count') ? countOf(search.get('count')) : 1;
