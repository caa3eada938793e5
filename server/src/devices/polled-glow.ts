import { glowPath } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../times.ts';
import { openToPages, sendRefusal } from './answers.ts';
import type { Entrance } from './entrance.ts';
import type { Presence } from './presence.ts';
import { type Glows, keepMs, tagOf, textFor } from './told.ts';
import { helloOf } from './visitor.ts';

export type PolledParts = {
  entrance: Entrance;
  presence: Presence;
  glows: Glows;
  isMuted(wearerId: number, deviceId: string): Promise<boolean>;
  now: () => number;
};

/** The glow for devices that ask now and then; the answer says when it is worth asking again. */
export function servePolledGlow(app: FastifyInstance, parts: PolledParts): void {
  const { entrance, presence, glows, isMuted, now } = parts;
  app.get(glowPath, { logLevel: 'warn' }, async (request, reply) => {
    const hello = helloOf(request.raw.url ?? '', request.headers);
    const admitted = await entrance.admit(hello, entrance.originOf(request.raw));
    if (!('visitor' in admitted)) return sendRefusal(reply, admitted);
    const { visitor } = admitted;
    const told = await glows.toldFor(visitor.wearerId);
    const muted = await isMuted(visitor.wearerId, visitor.deviceId);
    const keepS = Math.ceil(keepMs(told, now()) / SECOND);
    presence.passed(visitor, now() + keepS * SECOND);
    const tag = tagOf(told, muted);
    reply.headers({
      ...openToPages,
      'access-control-expose-headers': 'etag',
      'cache-control': `private, max-age=${keepS}`,
      etag: tag,
      vary: 'authorization',
    });
    if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(textFor(told, muted));
  });
}

/** Whether a request already has what it would get. */
export function isSame(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
