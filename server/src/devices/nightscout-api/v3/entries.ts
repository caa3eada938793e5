import { SECOND } from '../../../shared/time-units.ts';
import { type Entry, momentOf } from '../entries/entry.ts';
import type { EntryCache } from '../entries/entry-cache.ts';
import { newestModified, oldestModifiedFrom } from '../entries/modified.ts';
import { type ApiCall, answer } from '../principal.ts';
import { endOfReadings } from '../readings.ts';
import { type Body, bodyOf, sendBody } from '../response-body.ts';
import { MOST } from '../v1/query.ts';
import { documentsOf, onlyFields, resultOf } from './documents.ts';
import { limitOf, momentIn, searchOf } from './query.ts';

/** Responses with longer lists of fields are not cached, because clients choose them. Own choice. */
const MAX_FIELDS_LENGTH = 200;

const refused = ({ reply }: ApiCall, message: string) => answer(reply.code(400), { status: 400, message });

/** SEARCH of `/entries`. */
export async function searchEntries(cache: EntryCache, ask: ApiCall, now: number) {
  const { client, ...more } = ask;
  const search = searchOf(client.search, now);
  if (typeof search === 'string') return refused(ask, search);
  const { until, limit, skip, end, fits, modifiedFrom } = search;
  const { wearerId } = client.identity;
  const count = fits === null ? skip + limit : MOST;
  const from =
    modifiedFrom === 0
      ? search.from
      : Math.max(search.from, oldestModifiedFrom(await cache.spansOf(wearerId), modifiedFrom));
  const found = await cache.find(wearerId, { from, until, count }, end);
  const write = (entries: readonly Entry[]) => {
    const ordered = end === 'newest' ? entries : entries.toReversed();
    const documents = documentsOf(ordered, found).filter((one) => fits === null || fits(one));
    return written(documents.slice(skip, skip + limit), client.search.get('fields'));
  };
  const fields = client.search.get('fields') ?? '';
  const isKept = fits === null && fields.length <= MAX_FIELDS_LENGTH;
  const sent: Body = isKept ? found.body(`v3 ${end} ${skip} ${fields}`, write) : bodyOf(write(found.entries));
  return sendBody(more, sent);
}

/** HISTORY of `/entries`: the entries modified after a time, in the order of their modified times. */
export async function entriesHistory(
  cache: EntryCache,
  ask: ApiCall,
  { since, now }: { since: string | null; now: number },
) {
  const { client, request, reply } = ask;
  const limit = limitOf(client.search);
  if (limit === null) return refused(ask, 'Parameter limit out of tolerance');
  const from = since === null ? headerMoment(request.headers['last-modified']) : momentIn(since);
  if (from === null) return refused(ask, 'Bad or missing Last-Modified header/parameter');
  const modified =
    since === null ? { from, unitMs: HEADER_UNIT_MS } : { from: from + 1, unitMs: PATH_UNIT_MS };
  const { wearerId } = client.identity;
  const found = await cache.findModified(wearerId, { ...modified, until: endOfReadings(now), count: limit });
  const fields = client.search.get('fields') ?? '';
  const write = (entries: readonly Entry[]) => written(documentsOf(entries.toReversed(), found), fields);
  const isKept = fields.length <= MAX_FIELDS_LENGTH;
  const sent = isKept ? found.body(`history ${fields}`, write) : bodyOf(write(found.entries));
  const last = newestModified(found);
  if (last === undefined) return sendBody({ request, reply }, sent);
  // AAPS reads its progress from this tag.
  return sendBody({ request, reply }, sent, { modifiedAt: last, tag: `W/"${last}"` });
}

/** READ of `/entries/{identifier}`. */
export async function readEntry(cache: EntryCache, { client, ...ask }: ApiCall) {
  const { wearerId } = client.identity;
  const at = momentOf(wearerId, (ask.request.params as { identifier: string }).identifier);
  const found = await cache.find(wearerId, { from: at ?? 0, until: (at ?? 0) + 1, count: 1 });
  const [document] = documentsOf(found.entries, found);
  if (document === undefined) return answer(ask.reply.code(404), { status: 404 });
  const text = JSON.stringify(resultOf(onlyFields(document, client.search.get('fields'))));
  return sendBody(ask, bodyOf({ type: JSON_TYPE, text }), { modifiedAt: document.srvModified });
}

const JSON_TYPE = 'application/json; charset=utf-8';

const written = (documents: readonly object[], fields: string | null) => ({
  type: JSON_TYPE,
  text: JSON.stringify(resultOf(documents.map((one) => onlyFields(one, fields)))),
});

/** The path has milliseconds; the header has whole seconds: entries modified within that second are sent again. */
const [PATH_UNIT_MS, HEADER_UNIT_MS] = [1, SECOND];

function headerMoment(header: string | undefined): number | null {
  const at = momentIn(header ?? '');
  return at === null ? null : Math.floor(at / HEADER_UNIT_MS) * HEADER_UNIT_MS;
}
