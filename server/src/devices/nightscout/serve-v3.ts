import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openToPages } from '../answers.ts';
import { momentOf, toEntries } from './entry.ts';
import { answer, type Guest, refuseV3, welcome } from './guest.ts';
import type { NightscoutParts } from './serve-v1.ts';
import { found, onlyFields, searchOf, toDocument, versionOf } from './v3.ts';

/** Collections of version 3 that a client asks for; only entries hold something. */
const emptyOnes = ['treatments', 'devicestatus', 'profile', 'food'];
const MOST = 3000;

type Handler = (
  guest: Guest,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | FastifyReply;

/** Nightscout's read API, version 3. */
export function serveV3(app: FastifyInstance, parts: NightscoutParts): void {
  const { store, now } = parts;
  const get = (path: string, handler: Handler) =>
    app.get(path, { logLevel: 'warn' }, async (request, reply) => {
      const guest = await welcome(parts, { request, reply }, refuseV3);
      if (guest !== null) await handler(guest, request, reply);
      return reply;
    });
  app.get('/api/v3/version', { logLevel: 'warn' }, (_, reply) => answer(reply, result(versionOf(now()))));
  get('/api/v3/status', (_guest, _request, reply) =>
    answer(reply, result({ ...versionOf(now()), apiPermissions: { entries: 'r' } })),
  );
  get('/api/v3/lastModified', async ({ visitor }, _, reply) => {
    const [latest] = await store.newest(visitor.wearerId, { from: 0, until: now(), count: 1 });
    const collections = latest === undefined ? {} : { entries: latest.takenAt };
    return answer(reply, result({ srvDate: now(), collections }));
  });
  get('/api/v3/entries', async ({ visitor, search }, _, reply) => {
    const wish = searchOf(search, now());
    if (wish === null)
      return answer(reply.code(400), { status: 400, message: 'Parameter limit out of tolerance' });
    const { from, until, skip, limit, oldestFirst, none } = wish;
    // One more, for the change of the oldest; from the oldest on, all of the span is needed to find the first.
    const count = oldestFirst ? MOST : skip + limit + 1;
    const readings = none ? [] : await store.newest(visitor.wearerId, { from, until, count });
    const documents = found(visitor.wearerId, readings, wish);
    return answer(reply, result(documents.map((one) => onlyFields(one, search.get('fields')))));
  });
  get('/api/v3/entries/history', (guest, request, reply) =>
    sendHistory(parts, { guest, reply, since: Date.parse(request.headers['last-modified'] ?? '') }),
  );
  get('/api/v3/entries/history/:since', (guest, request, reply) =>
    sendHistory(parts, { guest, reply, since: Number((request.params as { since: string }).since) }),
  );
  get('/api/v3/entries/:identifier', async ({ visitor: { wearerId } }, request, reply) => {
    const at = momentOf(wearerId, (request.params as { identifier: string }).identifier);
    const one = at === null ? [] : await store.newest(wearerId, { from: at, until: at + 1, count: 1 });
    const [document] = toEntries(wearerId, one, 1).map(toDocument);
    return document === undefined
      ? answer(reply.code(404), { status: 404 })
      : answer(reply, result(document));
  });
  for (const name of emptyOnes) {
    for (const path of [`/api/v3/${name}`, `/api/v3/${name}/history/:since`]) {
      get(path, (_guest, _request, reply) => answer(reply, result([])));
    }
  }
}

const result = (body: unknown) => ({ status: 200, result: body });

/** What is newer than `since` (epoch ms), oldest first. */
async function sendHistory(
  { store, now }: NightscoutParts,
  { guest, reply, since }: { guest: Guest; reply: FastifyReply; since: number },
): Promise<FastifyReply> {
  if (!Number.isFinite(since)) {
    return answer(reply.code(400), { status: 400, message: 'Bad or missing Last-Modified header/parameter' });
  }
  const { wearerId } = guest.visitor;
  const query = new URLSearchParams([
    ['sort', 'date'],
    ['limit', '1000'],
    ['date$gt', String(Math.trunc(since))],
  ]);
  const wish = searchOf(query, now());
  if (wish === null) return answer(reply, result([]));
  const readings = await store.newest(wearerId, { from: wish.from, until: wish.until, count: MOST });
  const documents = found(wearerId, readings, wish);
  const last = documents.at(-1)?.srvModified;
  if (last !== undefined) {
    reply.headers({ ...openToPages, etag: `W/"${last}"`, 'last-modified': new Date(last).toUTCString() });
  }
  return answer(reply, result(documents));
}
