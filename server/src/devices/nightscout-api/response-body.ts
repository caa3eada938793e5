import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../shared/time-units.ts';
import { hasCurrentResponse } from '../feeds/polled-glow.ts';
import { corsHeaders } from '../problem-replies.ts';

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof compressors;
/** About as fast as gzip's default level, with smaller output; higher levels take many times as long. Own choice. */
const BROTLI_QUALITY = 5;
/** Smaller bodies fit into the first packets without compression. */
const WORTH_BYTES = 1000;

/** A body that may be sent many times: its entity tag is computed once, and so is each of its encodings. */
export type Body = { type: string; bytes: Buffer; tag: string; encoded: Map<Encoding, Promise<Buffer>> };

export function bodyOf({ type, text }: { type: string; text: string }): Body {
  const bytes = Buffer.from(text);
  // Weak, as it is the same for every encoding.
  const tag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
  return { type, bytes, tag, encoded: new Map() };
}

/** `modifiedAt`: the newest reading (epoch ms). `tag`: replaces the entity tag of the whole body. */
export type BodyAbout = { modifiedAt?: number | undefined; tag?: string };

/**
 * Sends readings, compressed if the client accepts it, with the headers for conditional requests.
 *
 * Only for bodies that contain nothing but readings. Compression reveals a secret by its length when the secret and text
 * that an attacker chose are compressed together (BREACH): these bodies contain no code, no token and no part of the
 * request. Those that do (`status.json`, an exchanged token) are sent uncompressed.
 */
export async function sendBody(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: Body,
  { modifiedAt, tag }: BodyAbout = {},
): Promise<FastifyReply> {
  const { headers } = request;
  reply.headers({
    ...corsHeaders,
    'cache-control': 'private, no-cache',
    etag: tag ?? body.tag,
    vary: 'accept, accept-encoding, api-secret, authorization',
  });
  if (modifiedAt !== undefined) reply.header('last-modified', new Date(modifiedAt).toUTCString());
  const isKnown =
    hasCurrentResponse(headers['if-none-match'], body.tag.slice(2)) || isNotNewer(headers, modifiedAt);
  if (tag === undefined && isKnown) return reply.code(304).send();
  const encoding = body.bytes.length < WORTH_BYTES ? null : encodingFor(headers['accept-encoding']);
  reply.type(body.type);
  if (encoding === null) return reply.send(body.bytes);
  const encoded = body.encoded.get(encoding) ?? compressors[encoding](body.bytes);
  body.encoded.set(encoding, encoded);
  return reply.header('content-encoding', encoding).send(await encoded);
}

/** The best encoding that a client accepts. Source: RFC 9110, 12.5.3; a quality of 0 rejects one. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const taken = new Set(
    (accepted ?? '').split(',').flatMap((one) => {
      const [name = '', ...parameters] = one
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null;
}

function isNotNewer(headers: FastifyRequest['headers'], modifiedAt: number | undefined): boolean {
  const since = Date.parse(headers['if-modified-since'] ?? '');
  if (headers['if-none-match'] !== undefined || modifiedAt === undefined || Number.isNaN(since)) return false;
  return Math.floor(modifiedAt / SECOND) * SECOND <= since;
}
