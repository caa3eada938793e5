import { type ProblemCode, type ProblemDetails, problemOf, problems } from '@tealight/contract';
import type { FastifyReply } from 'fastify';
import type { Admitted } from './authentication/admission.ts';

/** Only the code gives access to a feed, so pages of any origin may request it; no proxy may cache it. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Answers with problem details (RFC 9457). */
export function sendProblem(reply: FastifyReply, code: ProblemCode, more: ProblemDetails = {}): FastifyReply {
  return reply
    .code(problems[code].status)
    .headers({ ...corsHeaders, 'cache-control': 'no-store' })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(code, more)));
}

/** The same as in calls of the API. */
const AGAIN_AFTER_S = 10;

/** The response to a device that was rejected. */
export function sendProblemError(
  reply: FastifyReply,
  refused: Exclude<Admitted, { identity: unknown }>,
): FastifyReply {
  if ('failed' in refused) return sendProblem(reply.header('retry-after', AGAIN_AFTER_S), 'unavailable');
  if (refused.refused === 'wrong-code') return sendProblem(reply, 'wrong-code');
  reply.header('retry-after', refused.waitS);
  return sendProblem(reply, 'too-many-tries');
}
