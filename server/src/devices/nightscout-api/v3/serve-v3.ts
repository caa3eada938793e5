import type { FastifyInstance } from 'fastify';
import { lastModified } from '../entries/modified.ts';
import { answer, type Handler, refuseV3, welcome } from '../principal.ts';
import { endOfReadings } from '../readings.ts';
import { clientRoute, type NightscoutDependencies, openRoute, quiet } from '../routes.ts';
import { collections, permissions, resultOf, versionOf } from './documents.ts';
import { entriesHistory, readEntry, searchEntries } from './entries.ts';

const base = '/api/v3';
/** Nightscout's permissions for writing. No code has any of them. */
const rights: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Nightscout's read API, version 3. */
export function serveV3(app: FastifyInstance, dependencies: NightscoutDependencies): void {
  const { cache, store, now } = dependencies;
  const get = (path: string, handler: Handler) => {
    for (const extension of ['', '.json']) {
      clientRoute(app, { path: `${base}${path}${extension}`, handler, refused: refuseV3 }, dependencies);
    }
  };
  openRoute(app, `${base}/version`, (_, reply) => answer(reply, resultOf(versionOf(now()))));
  get('/status', (_client, _request, reply) =>
    answer(reply, resultOf({ ...versionOf(now()), apiPermissions: permissions })),
  );
  get('/lastModified', async ({ identity }, _, reply) => {
    const until = endOfReadings(now());
    const latest = await store.newestWithSpans(identity.wearerId, { from: 0, until, count: 1 });
    const at = lastModified(latest, until);
    // As in Nightscout, collections without documents are omitted.
    const modified = at === null ? {} : { entries: at };
    return answer(reply, resultOf({ srvDate: now(), collections: modified }));
  });
  get('/entries', (client, request, reply) => searchEntries(cache, { client, request, reply }, now()));
  get('/entries/history', (client, request, reply) =>
    entriesHistory(cache, { client, request, reply }, { since: null, now: now() }),
  );
  clientRoute(
    app,
    {
      path: `${base}/entries/history/:since`,
      refused: refuseV3,
      handler: (client, request, reply) =>
        entriesHistory(
          cache,
          { client, request, reply },
          { since: (request.params as { since: string }).since, now: now() },
        ),
    },
    dependencies,
  );
  clientRoute(
    app,
    {
      path: `${base}/entries/:identifier`,
      refused: refuseV3,
      handler: (client, request, reply) => readEntry(cache, { client, request, reply }),
    },
    dependencies,
  );
  serveOthers(app, dependencies, get);
}

/** Empty collections, calls for administrators, calls that write, and unknown paths. */
function serveOthers(
  app: FastifyInstance,
  dependencies: NightscoutDependencies,
  get: (path: string, handler: Handler) => void,
): void {
  const missing =
    (permission: string): Handler =>
    (_client, _request, reply) =>
      answer(reply.code(403), { status: 403, message: `Missing permission ${permission}` });
  for (const name of collections) {
    const items = [`/${name}/history`, `/${name}/history/:since`];
    if (name === 'settings')
      for (const path of [`/${name}`, ...items]) get(path, missing('api:settings:admin'));
    else if (name !== 'entries')
      for (const path of [`/${name}`, ...items])
        get(path, (_client, _request, reply) => answer(reply, resultOf([])));
  }
  app.all(`${base}/*`, quiet, async (request, reply) => {
    const [, name = ''] = /^\/api\/v3\/(\w+)/i.exec(request.url) ?? [];
    const right = rights[request.method];
    if (right === undefined || !(collections as readonly string[]).includes(name))
      return answer(reply.code(404), { status: 404, message: 'Bad operation or collection' });
    const client = await welcome(dependencies, { request, reply }, refuseV3);
    return client === null ? reply : missing(`api:${name}:${right}`)(client, request, reply);
  });
}
