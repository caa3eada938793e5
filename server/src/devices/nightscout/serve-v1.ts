import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openToPages } from '../answers.ts';
import { credentialIn, tokenFor } from './credential.ts';
import { admit, answer, type Guest, type GuestParts, refuse, searchIn, welcome } from './guest.ts';
import { wishOf } from './query.ts';
import { pebbleOf, propertiesOf, statusOf } from './shapes.ts';
import { entriesFor, pebbleCount, type ReadingsStore, send, sendEntries, xdripRows } from './v1-routes.ts';

export type NightscoutParts = GuestParts & { store: ReadingsStore };

type Handler = (guest: Guest, request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | unknown;

/** Collections a display may ask for; Tealight has nothing in them, and an error would put up a banner. */
const emptyOnes = ['devicestatus', 'treatments', 'profile', 'profiles'];
const endings = ['', '.json', '.csv', '.tsv', '.txt'];

/** Both versions, and the double slash that some clients make of an address that ends with one. */
const below = (path: string) => [`/api/v1${path}`, `/api/v2${path}`, `//api/v1${path}`];

/** Nightscout's read API, versions 1 and 2, at the root of the host, for displays that know nothing else. */
export function serveV1(app: FastifyInstance, parts: NightscoutParts): void {
  const { store, now } = parts;
  const get = (paths: readonly string[], handler: Handler) => {
    for (const path of paths) {
      app.options(path, { logLevel: 'warn' }, (_, reply) => sendPreflight(reply));
      app.get(path, { logLevel: 'warn' }, async (request, reply) => {
        const guest = await welcome(parts, { request, reply });
        if (guest !== null) await handler(guest, request, reply);
        return reply;
      });
    }
  };
  const newest = (guest: Guest, count: number) => entriesReadings(store, guest, { count, now: now() });

  for (const ending of endings) {
    get(below(`/entries${ending}`), (guest, request, reply) =>
      sendEntries(store, { guest, request, reply }, { what: '', ending: ending.slice(1), now: now() }),
    );
  }
  get(below('/entries/:what'), (guest, request, reply) => {
    const [what = '', ending = ''] = (request.params as { what: string }).what.toLowerCase().split('.');
    return sendEntries(store, { guest, request, reply }, { what, ending, now: now() });
  });
  get(['/sgv.json'], async (guest, request, reply) => {
    const entries = await entriesFor(store, guest.visitor.wearerId, wishOf(guest.search, now()));
    return send(reply, request, { entries: xdripRows(entries, guest), form: 'json' });
  });
  get(['/pebble'], async (guest, _, reply) => {
    const count = pebbleCount(guest.search);
    const unit = unitAsked(guest);
    return answer(reply, pebbleOf(await newest(guest, count + 1), count, { unit, now: now() }));
  });
  get(['/api/v2/properties', '/api/v2/properties/:list'], async (guest, request, reply) => {
    const all = propertiesOf(guest.visitor.wearerId, await newest(guest, 2), {
      unit: guest.unit,
      now: now(),
    });
    return answer(reply, picked(all, (request.params as { list?: string }).list));
  });
  for (const name of emptyOnes) {
    for (const ending of ['', '.json'])
      get(below(`/${name}${ending}`), (_guest, _request, reply) => answer(reply, []));
  }
  serveStatus(get, now);
  serveAccess(app, parts, get);
}

type Get = (paths: readonly string[], handler: Handler) => void;

function serveStatus(get: Get, now: () => number): void {
  get([...below('/status.json'), '/status.json'], (guest, _, reply) =>
    answer(reply, statusFor(guest, now())),
  );
  get(below('/status.txt'), (_guest, _request, reply) =>
    reply.headers(openToPages).type('text/plain').send('STATUS OK'),
  );
  get([...below('/status'), ...below('/status.html')], (guest, request, reply) => {
    // Nightscout sends a page to whoever names nothing; a watch face needs JSON there.
    const page = request.url.includes('.html') || /text\/html/.test(request.headers.accept ?? '');
    if (!page) return answer(reply, statusFor(guest, now()));
    return reply.headers(openToPages).type('text/html; charset=utf-8').send('<h1>STATUS OK</h1>');
  });
}

function statusFor({ visitor, range, search }: Guest, now: number) {
  const authorized = search.has('token') ? tokenFor(visitor.code, printOf(visitor.code), now) : null;
  return statusOf(range, now, authorized);
}

/** What tells a client whether its credential is good, and that nothing may be written. */
function serveAccess(app: FastifyInstance, parts: NightscoutParts, get: Get): void {
  const quiet = { logLevel: 'warn' } as const;
  for (const path of below('/verifyauth')) {
    app.get(path, quiet, async (request, reply) => {
      const credential = credentialIn(searchIn(request), request.headers);
      const admitted = credential === null ? null : await admit(parts, { request, credential });
      return answer(reply, verified(credential !== null, admitted !== null && 'visitor' in admitted));
    });
  }
  get(below('/experiments/test'), (_guest, _request, reply) => refuse(reply, 401));
  app.get('/api/v2/authorization/request/:token', quiet, async (request, reply) => {
    const credential = (request.params as { token: string }).token;
    const admitted = await admit(parts, { request, credential });
    if (!('visitor' in admitted)) return refuse(reply, 401);
    const { code } = admitted.visitor;
    return answer(reply, tokenFor(code, printOf(code), parts.now()));
  });
  app.get('/api/versions', quiet, (_, reply) =>
    answer(reply, [
      { version: '1.0.0', url: '/api/v1' },
      { version: '2.0.0', url: '/api/v2' },
      { version: '3.0.3-alpha', url: '/api/v3' },
    ]),
  );
  for (const name of ['entries', ...emptyOnes]) {
    for (const path of below(`/${name}`).flatMap((one) => [one, `${one}.json`])) {
      app.route({
        method: ['POST', 'PUT', 'DELETE'],
        url: path,
        ...quiet,
        handler: (_, reply) => refuse(reply, 401),
      });
    }
  }
  app.all('/socket.io/*', quiet, (_, reply) =>
    answer(reply.code(404), { status: 404, message: 'Not Found' }),
  );
}

const printOf = (code: string): string => createHash('sha1').update(code).digest('hex');

function verified(given: boolean, right: boolean) {
  return {
    status: 200,
    message: {
      canRead: right,
      canWrite: false,
      isAdmin: false,
      message: right ? 'OK' : 'UNAUTHORIZED',
      rolefound: right ? 'FOUND' : 'NOTFOUND',
      permissions: given ? 'ROLE' : 'DEFAULT',
    },
  };
}

const unitAsked = ({ search, unit }: Guest) => {
  const asked = search.get('units');
  return asked === null ? unit : asked.startsWith('mmol') ? 'mmol/L' : 'mg/dL';
};

function picked(all: object, list: string | undefined): object {
  if (list === undefined) return all;
  const names = new Set(list.split(','));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

async function entriesReadings(
  store: ReadingsStore,
  guest: Guest,
  { count, now }: { count: number; now: number },
) {
  const { from, until } = wishOf(new URLSearchParams(), now);
  return store.newest(guest.visitor.wearerId, { from, until, count });
}

function sendPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      ...openToPages,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers':
        'api-secret, authorization, content-type, if-none-match, if-modified-since',
      'access-control-max-age': '600',
    })
    .send();
}
