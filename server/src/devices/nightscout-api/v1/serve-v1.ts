import type { Unit } from '@tealight/glucose';
import type { FastifyInstance } from 'fastify';
import { PROPERTIES_COUNT } from '../buckets.ts';
import { pebbleOf, propertiesOf } from '../display-documents.ts';
import { answer, type DisplayClient } from '../principal.ts';
import { below, clientRoute, emptyCollections, type Get, type NightscoutDependencies } from '../routes.ts';
import { serveAccess } from '../serve-access.ts';
import { serveStatus } from '../serve-status.ts';
import { parseQuery } from './query.ts';
import { pebbleCount, sendEntries, sendQueried, xdripRows } from './send-entries.ts';

const extensions = ['', '.json', '.csv', '.tsv', '.txt'];

/** Nightscout's read API, versions 1 and 2, at the root of the host, for displays that support no other path. */
export function serveV1(app: FastifyInstance, dependencies: NightscoutDependencies): void {
  const { cache, now } = dependencies;
  const get: Get = (paths, handler) => {
    for (const path of paths) clientRoute(app, { path, handler }, dependencies);
  };
  for (const extension of extensions) {
    get(below(`/entries${extension}`), (client, request, reply) =>
      sendEntries(
        cache,
        { client, request, reply },
        { selector: '', extension: extension.slice(1), now: now() },
      ),
    );
  }
  get(below('/entries/:selector'), (client, request, reply) => {
    const [selector = '', extension = ''] = (request.params as { selector: string }).selector
      .toLowerCase()
      .split('.');
    return sendEntries(cache, { client, request, reply }, { selector, extension, now: now() });
  });
  get(['/sgv.json'], async (client, request, reply) => {
    const hint = (await unitOf(dependencies, client)) === 'mmol/L' ? 'mmol' : 'mgdl';
    const brief = /^(y|true|1)/i.test(client.search.get('brief_mode') ?? '');
    return sendQueried(
      cache,
      { client, request, reply },
      {
        query: parseQuery(client.search, now()),
        form: `xdrip ${brief} ${hint}`,
        write: (entries) => ({
          type: 'application/json; charset=utf-8',
          text: JSON.stringify(xdripRows(entries, { brief, hint })),
        }),
      },
    );
  });
  serveValues(dependencies, get);
  for (const name of emptyCollections) {
    for (const extension of ['', '.json'])
      get(below(`/${name}${extension}`), (_client, _request, reply) => answer(reply, []));
  }
  for (const extension of ['', '.json'])
    get(below(`/profile/current${extension}`), (_client, _request, reply) => answer(reply, null));
  serveStatus(dependencies, get);
  serveAccess(app, dependencies, get);
}

/** The newest values in the formats of small displays. */
function serveValues(dependencies: NightscoutDependencies, get: Get): void {
  const { store, now } = dependencies;
  const newest = ({ identity }: DisplayClient, count: number) => {
    const { from, until } = parseQuery(new URLSearchParams(), now());
    return store.newest(identity.wearerId, { from, until, count });
  };
  get(['/pebble'], async (client, _, reply) => {
    const count = pebbleCount(client.search);
    const unit = requestedUnit(client) ?? (await unitOf(dependencies, client));
    return answer(
      reply,
      pebbleOf(await newest(client, Math.max(count, PROPERTIES_COUNT)), count, { unit, now: now() }),
    );
  });
  get(['/api/v2/properties', '/api/v2/properties/:list'], async (client, request, reply) => {
    const readings = await newest(client, PROPERTIES_COUNT);
    const { wearerId } = client.identity;
    const all = propertiesOf(wearerId, readings, { unit: await unitOf(dependencies, client), now: now() });
    return answer(reply, picked(all, (request.params as { list?: string }).list));
  });
}

const unitOf = async ({ rangeOf }: NightscoutDependencies, { identity }: DisplayClient): Promise<Unit> =>
  (await rangeOf(identity.wearerId))?.unit ?? 'mg/dL';

const requestedUnit = ({ search }: DisplayClient): Unit | null => {
  const asked = search.get('units');
  return asked === null ? null : asked.startsWith('mmol') ? 'mmol/L' : 'mg/dL';
};

function picked(all: object, list: string | undefined): object {
  if (list === undefined) return all;
  const names = new Set(list.split(','));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}
