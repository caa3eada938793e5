import type { Unit } from '@tealight/glucose';
import type { FastifyInstance } from 'fastify';
import { bucketsOf, PROPERTIES_COUNT } from './buckets.ts';
import { answer, type Guest } from './guest.ts';
import { wishOf } from './query.ts';
import { below, emptyOnes, type Get, guestRoute, type NightscoutParts } from './routes.ts';
import { serveAccess } from './serve-access.ts';
import { serveStatus } from './serve-status.ts';
import { pebbleOf, propertiesOf } from './shapes.ts';
import { pebbleCount, sendEntries, sendWished, xdripRows } from './v1-routes.ts';

const endings = ['', '.json', '.csv', '.tsv', '.txt'];

/** Nightscout's read API, versions 1 and 2, at the root of the host, for displays that know nothing else. */
export function serveV1(app: FastifyInstance, parts: NightscoutParts): void {
  const { cache, now } = parts;
  const get: Get = (paths, handler) => {
    for (const path of paths) guestRoute(app, { path, handler }, parts);
  };
  for (const ending of endings) {
    get(below(`/entries${ending}`), (guest, request, reply) =>
      sendEntries(cache, { guest, request, reply }, { what: '', ending: ending.slice(1), now: now() }),
    );
  }
  get(below('/entries/:what'), (guest, request, reply) => {
    const [what = '', ending = ''] = (request.params as { what: string }).what.toLowerCase().split('.');
    return sendEntries(cache, { guest, request, reply }, { what, ending, now: now() });
  });
  get(['/sgv.json'], async (guest, request, reply) => {
    const hint = (await unitOf(parts, guest)) === 'mmol/L' ? 'mmol' : 'mgdl';
    const brief = /^(y|true|1)/i.test(guest.search.get('brief_mode') ?? '');
    return sendWished(
      cache,
      { guest, request, reply },
      {
        wish: wishOf(guest.search, now()),
        form: `xdrip ${brief} ${hint}`,
        write: (entries) => ({
          type: 'application/json; charset=utf-8',
          text: JSON.stringify(xdripRows(entries, { brief, hint })),
        }),
      },
    );
  });
  serveValues(parts, get);
  for (const name of emptyOnes) {
    for (const ending of ['', '.json'])
      get(below(`/${name}${ending}`), (_guest, _request, reply) => answer(reply, []));
  }
  for (const ending of ['', '.json'])
    get(below(`/profile/current${ending}`), (_guest, _request, reply) => answer(reply, null));
  serveStatus(parts, get);
  serveAccess(app, parts, get);
}

/** The newest values in the shapes of small displays. */
function serveValues(parts: NightscoutParts, get: Get): void {
  const { store, now } = parts;
  const newest = ({ visitor }: Guest, count: number) => {
    const { from, until } = wishOf(new URLSearchParams(), now());
    return store.newest(visitor.wearerId, { from, until, count });
  };
  get(['/pebble'], async (guest, _, reply) => {
    const count = pebbleCount(guest.search);
    const unit = unitAsked(guest) ?? (await unitOf(parts, guest));
    return answer(reply, pebbleOf(await newest(guest, count + 1), count, { unit, now: now() }));
  });
  get(['/api/v2/properties', '/api/v2/properties/:list'], async (guest, request, reply) => {
    const readings = await newest(guest, PROPERTIES_COUNT);
    const { wearerId } = guest.visitor;
    const how = { unit: await unitOf(parts, guest), now: now() };
    const all = { ...propertiesOf(wearerId, readings, how), ...bucketsOf(wearerId, readings, how.unit) };
    return answer(reply, picked(all, (request.params as { list?: string }).list));
  });
}

const unitOf = async ({ rangeOf }: NightscoutParts, { visitor }: Guest): Promise<Unit> =>
  (await rangeOf(visitor.wearerId))?.unit ?? 'mg/dL';

const unitAsked = ({ search }: Guest): Unit | null => {
  const asked = search.get('units');
  return asked === null ? null : asked.startsWith('mmol') ? 'mmol/L' : 'mg/dL';
};

function picked(all: object, list: string | undefined): object {
  if (list === undefined) return all;
  const names = new Set(list.split(','));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}
