import { type Entry, momentOf } from '../entries/entry.ts';
import type { EntryCache } from '../entries/entry-cache.ts';
import { newestModified } from '../entries/modified.ts';
import { type ApiCall, answer } from '../principal.ts';
import { bodyOf, sendBody } from '../response-body.ts';
import { type Form, formOf, written } from '../text-format.ts';
import { countOf, MOST, parseQuery, type Query } from './query.ts';

/** `/entries`, `/entries/sgv`, `/entries/current` and `/entries/<id>`, with any extension. */
export async function sendEntries(
  cache: EntryCache,
  ask: ApiCall,
  { selector, extension, now }: { selector: string; extension: string; now: number },
) {
  const form = formOf(extension, ask.request.headers.accept);
  if (/^[\da-f]{24}$/.test(selector)) return sendOne(cache, ask, { id: selector, form });
  const query = parseQuery(ask.client.search, now);
  // Tealight has no other types than sensor readings.
  if (selector !== '' && selector !== 'sgv' && selector !== 'current') query.count = 0;
  return sendQueried(cache, ask, {
    query: selector === 'current' ? { ...query, from: 0, count: 1, fits: null } : query,
    form,
    write: (entries) => written(entries, form),
  });
}

type Sent = { query: Query; form: string; write(entries: readonly Entry[]): { type: string; text: string } };

/** Sends the entries of a query, newest first. */
export async function sendQueried(
  cache: EntryCache,
  { client, ...ask }: ApiCall,
  { query: { fits, ...span }, form, write }: Sent,
) {
  // Conditions are checked on as many entries as one response may have.
  const found = await cache.find(client.identity.wearerId, fits === null ? span : { ...span, count: MOST });
  if (fits === null) return sendBody(ask, found.body(form, write), { modifiedAt: newestModified(found) });
  const entries = found.entries.filter(fits).slice(0, span.count);
  const modifiedAt = newestModified({ entries, spans: found.spans });
  return sendBody(ask, bodyOf(write(entries)), { modifiedAt });
}

async function sendOne(
  cache: EntryCache,
  { client, ...ask }: ApiCall,
  { id, form }: { id: string; form: Form },
) {
  const { wearerId } = client.identity;
  const at = momentOf(wearerId, id);
  const found = await cache.find(wearerId, { from: at ?? 0, until: (at ?? 0) + 1, count: 1 });
  const { entries } = found;
  if (entries.length === 0) return answer(ask.reply.code(404), { status: 404, message: 'No such id' });
  return sendBody(ask, bodyOf(written(entries, form)), { modifiedAt: newestModified(found) });
}

/** `/sgv.json`, as xDrip serves it on a phone: entries with the unit on the first. */
export function xdripRows(
  entries: readonly Entry[],
  { brief, hint }: { brief: boolean; hint: 'mmol' | 'mgdl' },
): object[] {
  return entries.map(({ utcOffset: _utcOffset, mills: _mills, trend: _trend, ...entry }, index) => {
    const { date, sgv, delta, direction, noise } = entry;
    const row = brief ? { date, sgv, ...(delta !== undefined && { delta }), direction, noise } : entry;
    return index === 0 ? { ...row, units_hint: hint } : row;
  });
}

export const pebbleCount = (search: URLSearchParams): number =>
  search.has('count') ? countOf(search.get('count')) : 1;
