import { glowPath } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../../shared/time-units.ts';
import type { Admission } from '../authentication/admission.ts';
import { deviceHelloOf } from '../device-identity.ts';
import { type Glows, keepMs, tagOf, textFor } from '../glow-text.ts';
import type { Presence } from '../presence.ts';
import { openToPages, sendProblemError } from '../problem-replies.ts';

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
    const keepS = Math.ceil(keepMs(glowState, now()) / SECOND);
    presence.notePoll(identity, now() + keepS * SECOND);
    const tag = tagOf(glowState, muted);
    reply.headers({
      ...openToPages,
      'access-control-expose-headers': 'etag',
      'cache-control': `private, max-age=${keepS}`,
      etag: tag,
      vary: 'authorization',
    });
    if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(textFor(glowState, muted));
  });
}

/** Whether the client already has the current response. */
export function isSame(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
