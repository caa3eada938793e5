import type { Range } from '@tealight/glucose';
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { corsHeaders } from '../problem-replies.ts';
import type { EntryCache } from './entries/entry-cache.ts';
import { type ClientDependencies, type Handler, type Refuse, refuse, welcome } from './principal.ts';
import type { ReadingsStore } from './readings.ts';

export type NightscoutDependencies = ClientDependencies & {
  cache: EntryCache;
  /** Returns no more than displays may read. */
  store: ReadingsStore;
  /** The wearer's setpoints and unit; null until they are saved. */
  rangeOf(wearerId: number): Promise<Range | null>;
};

/** Adds routes that require a display's credential. */
export type Get = (paths: readonly string[], handler: Handler) => void;

/** Collections that a display may request; they are empty in Tealight, and an error would show a banner. */
export const emptyCollections = ['devicestatus', 'treatments', 'profile', 'profiles', 'food', 'activity'];

/** Both versions, and the double slash that some clients send when the address ends with a slash. */
export const below = (path: string) => [`/api/v1${path}`, `/api/v2${path}`, `//api/v1${path}`];

/** Displays poll every few seconds: their requests are not logged. */
export const quiet = { logLevel: 'warn' } as const;

/** Adds a route for GET and HEAD, and for OPTIONS, which pages of other sites send first. */
export function openRoute(app: FastifyInstance, path: string, handler: RouteHandlerMethod): void {
  app.options(path, quiet, (_, reply) => sendPreflight(reply));
  app.get(path, { ...quiet, exposeHeadRoute: true }, handler);
}

/** The same, with a credential required. */
export function clientRoute(
  app: FastifyInstance,
  { path, handler, refused = refuse }: { path: string; handler: Handler; refused?: Refuse },
  dependencies: ClientDependencies,
): void {
  openRoute(app, path, async (request, reply) => {
    const client = await welcome(dependencies, { request, reply }, refused);
    if (client !== null) await handler(client, request, reply);
    return reply;
  });
}

function sendPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      ...corsHeaders,
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers':
        'api-secret, authorization, content-type, if-none-match, if-modified-since, last-modified',
      'access-control-max-age': '600',
    })
    .send();
}
