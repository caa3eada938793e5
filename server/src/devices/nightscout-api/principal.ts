import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '../../shared/time-units.ts';
import type { Admission, Admitted } from '../authentication/admission.ts';
import type { DeviceIdentity } from '../device-identity.ts';
import type { Presence } from '../presence.ts';
import { corsHeaders } from '../problem-replies.ts';
import { credentialIn, hashInToken, isTokenOf } from './credential.ts';

/** An authenticated display and its request. */
export type DisplayClient = { identity: DeviceIdentity; search: URLSearchParams };

export type ApiCall = { request: FastifyRequest; reply: FastifyReply; client: DisplayClient };

export type Handler = (
  client: DisplayClient,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | FastifyReply;

export type ClientDependencies = {
  admission: Admission;
  presence: Presence;
  now: () => number;
};

/** Displays poll at least this often. */
const NEXT_MS = 5 * MINUTE;

/** While a credential cannot be checked: the database is unreachable. Own choice, far below the interval of displays. */
const RETRY_S = 5;

/** The error responses of an API version. */
export type Refuse = (reply: FastifyReply, status: 401 | 429 | 503) => FastifyReply;

/** Versions 1 and 2, in Nightscout's shape. */
export const refuse: Refuse = (reply, status) => {
  const words = { 401: 'Unauthorized', 429: 'Too many tries', 503: 'Service Unavailable' } as const;
  const description = {
    401: 'Invalid/Missing',
    429: 'Please wait a little',
    503: 'Please try again soon',
  } as const;
  return answer(reply.code(status), { status, message: words[status], description: description[status] });
};

/** Version 3. */
export const refuseV3: Refuse = (reply, status) => {
  const words = {
    401: 'Missing or bad access token or JWT',
    429: 'Too many tries',
    503: 'Service Unavailable',
  };
  return answer(reply.code(status), { status, message: words[status] });
};

/** Sends JSON that must not be cached. */
export function answer(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .headers({ ...corsHeaders, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The query of a request as it was sent: keys contain brackets and dollar signs, raw or encoded. */
export const searchIn = ({ raw }: FastifyRequest): URLSearchParams =>
  new URLSearchParams((raw.url ?? '').split('?').slice(1).join('?'));

/** Authenticates a display by its credential; null when it was rejected and the answer has been sent. */
export async function welcome(
  { admission, presence, now }: ClientDependencies,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  refused: Refuse = refuse,
): Promise<DisplayClient | null> {
  const search = searchIn(request);
  const credential = credentialIn(search, request.headers);
  if (credential === null) {
    await refused(reply, 401);
    return null;
  }
  const admitted = await admit({ admission, now }, { request, credential });
  if (!('identity' in admitted)) {
    await sendProblemError(reply, admitted, refused);
    return null;
  }
  const { identity } = admitted;
  presence.notePoll(identity, now() + NEXT_MS);
  return { identity, search };
}

/** The response to a credential that is wrong or cannot be checked now. */
export function sendProblemError(
  reply: FastifyReply,
  admitted: Exclude<Admitted, { identity: DeviceIdentity }>,
  refused: Refuse,
): FastifyReply {
  if ('failed' in admitted) return refused(reply.header('retry-after', RETRY_S), 503);
  if (admitted.refused === 'wrong-code') return refused(reply, 401);
  return refused(reply.header('retry-after', admitted.waitS), 429);
}

/** Authenticates a credential: the code, its hash, or a token signed with it. */
export async function admit(
  { admission, now }: Pick<ClientDependencies, 'admission' | 'now'>,
  { request, credential }: { request: FastifyRequest; credential: string },
): Promise<Admitted> {
  const isToken = credential.split('.').length === 3;
  const code = isToken ? (hashInToken(credential, now()) ?? '') : credential;
  const origin = admission.originOf(request.raw);
  const name = /^[^\s/(]{1,32}/.exec(origin.agent)?.[0];
  const hello = { code, kind: 'nightscout', ...(name !== undefined && { name }) };
  const admitted = await admission.admit(hello, origin);
  const forged = isToken && 'identity' in admitted && !isTokenOf(credential, admitted.identity.code);
  return forged ? { refused: 'wrong-code' } : admitted;
}
