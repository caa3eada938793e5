import { type ProblemWord, problemOf, problems } from '@tealight/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../times.ts';
import { Refusal } from './refusal.ts';

/** What Fastify and its plugins refuse by themselves, in our words. */
const words: Readonly<Record<number, ProblemWord>> = {
  400: 'unreadable-body',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'unsupported-media',
  413: 'too-large',
  414: 'too-large',
  415: 'unsupported-media',
  429: 'too-many-tries',
  503: 'not-ready',
};

/** Whatever was thrown, as a refusal; what is none of ours is our fault. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === undefined || statusCode === 500) return new Refusal('our-fault');
  return new Refusal(words[statusCode] ?? (statusCode < 500 ? 'invalid-input' : 'our-fault'));
}

/** Answers with problem details (RFC 9457). */
export function sendProblem(reply: FastifyReply, { word, more, retryAfterMs }: Refusal): FastifyReply {
  if (retryAfterMs !== null) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / SECOND)));
  if (problems[word].status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problems[word].status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemOf(word, more));
}

/** Whether the client has left before it was answered, which breaks the streams of its request and its answer. */
function leftEarly(error: unknown, { raw }: FastifyReply): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return raw.destroyed && (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET');
}

/** The one error handler: every refusal is a problem, every bug is logged once and told without its inside. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.word === 'our-fault' && !leftEarly(error, reply))
    request.log.error({ event: 'our-fault', id: request.id, err: error });
  return sendProblem(reply, refusal);
}
