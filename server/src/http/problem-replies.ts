import { type ProblemCode, problemOf, problems } from '@tealight/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isErasedMeanwhile, StoreUnavailable } from '../shared/store-errors.ts';
import { SECOND } from '../shared/time-units.ts';
import { ProblemError } from './problem-error.ts';

/** Our code for each status with which Fastify and its plugins reject a request. */
const codesByStatus: Readonly<Record<number, ProblemCode>> = {
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

/** When to try again after a problem of the server: health is checked every few seconds. */
const AGAIN_AFTER_MS = 10 * SECOND;
const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const isFullDisk = (error: unknown) => fullDiskCodes.includes((error as NodeJS.ErrnoException | null)?.code);

/** Whatever was thrown, as a `ProblemError`; an unknown error is a bug of ours. */
function problemErrorOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreUnavailable || isFullDisk(error))
    return new ProblemError('unavailable', {}, AGAIN_AFTER_MS);
  if (isErasedMeanwhile(error)) return new ProblemError('not-found');
  const { statusCode } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === undefined || statusCode === 500) return new ProblemError('our-fault');
  return new ProblemError(codesByStatus[statusCode] ?? (statusCode < 500 ? 'invalid-input' : 'our-fault'));
}

/** Answers with problem details (RFC 9457). */
export function sendProblem(reply: FastifyReply, { code, more, retryAfterMs }: ProblemError): FastifyReply {
  if (retryAfterMs !== null) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / SECOND)));
  if (problems[code].status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problems[code].status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemOf(code, more));
}

/** Errors of streams whose client has disconnected. */
const leftCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'];

/** A bug is logged as an error; as a warning if the client has left: a stopping server closes the store during such calls. */
function logBug(error: unknown, { id, log }: FastifyRequest, { raw }: FastifyReply): void {
  if (!raw.destroyed) log.error({ event: 'our-fault', id, err: error });
  else if (!leftCodes.includes((error as NodeJS.ErrnoException | null)?.code))
    log.warn({ event: 'failed-after-client-left', id, err: error });
}

/** The error handler: every `ProblemError` becomes problem details; every bug is logged once and answered without details. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problemError = problemErrorOf(error);
  if (problemError.code === 'our-fault') logBug(error, request, reply);
  return sendProblem(reply, problemError);
}
