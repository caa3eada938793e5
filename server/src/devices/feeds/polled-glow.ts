import { glowPath } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../../shared/time-units.ts';
import type { Admission } from '../authentication/admission.ts';
import { deviceHelloOf } from '../device-identity.ts';
import { cacheMs, etagOf, type Glows, textFor } from '../glow-text.ts';
import type { Presence } from '../presence.ts';
import { corsHeaders, sendProblemError } from '../problem-replies.ts';

export type PolledDependencies = {
  admission: Admission;
  presence: Presence;
  glows: Glows;
  isMuted(wearerId: number, deviceId: string): Promise<boolean>;
  now: () => number;
};

/** The glow for devices that poll; the response says when the next poll is worthwhile. */
export function servePolledGlow(app: FastifyInstance, dependencies: PolledDependencies): void {
  const { admission, presence, glows, isMuted, now } = dependencies;
  app.get(glowPath, { logLevel: 'warn' }, async (request, reply) => {
    const hello = deviceHelloOf(request.raw.url ?? '', request.headers);
    const admitted = await admission.admit(hello, admission.originOf(request.raw));
    if (!('identity' in admitted)) return sendProblemError(reply, admitted);
    const { identity } = admitted;
    const glowState = await glows.glowStateFor(identity.wearerId);
    const muted = await isMuted(identity.wearerId, identity.deviceId);
    const cacheS = Math.ceil(cacheMs(glowState, now()) / SECOND);
    presence.notePoll(identity, now() + cacheS * SECOND);
    const tag = etagOf(glowState, muted);
    reply.headers({
      ...corsHeaders,
      'access-control-expose-headers': 'etag',
      'cache-control': `private, max-age=${cacheS}`,
      etag: tag,
      vary: 'authorization',
    });
    if (hasCurrentResponse(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(textFor(glowState, muted));
  });
}

/** Whether the client already has the current response. */
export function hasCurrentResponse(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
