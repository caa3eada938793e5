import { normalCode } from '@tealight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { clientAddress, networkOf, type Trusted } from '../../client-address.ts';
import type { Door } from '../door.ts';
import { deviceIn, partsOf } from './topics.ts';

/** Where a broker asks who may connect, and what they may do. */
export const hooksPath = '/device/v1/mqtt';

const text = z.nullish(z.string().check(z.maxLength(512)));
const Question = z.object({
  username: text,
  password: text,
  topic: text,
  /** EMQX says it in words, mosquitto-go-auth in bits: 1 read, 2 write, 4 subscribe. */
  action: text,
  acc: z.nullish(z.number()),
});
type Question = z.output<typeof Question>;

/** How a kind of broker wants its answer. */
type Say = (reply: FastifyReply, allowed: boolean, isOwn: boolean) => FastifyReply;

const sayings: Readonly<Record<'emqx' | 'mosquitto', Say>> = {
  /** EMQX 5, HTTP authentication and authorization: always 200, the word is in the body. */
  emqx: (reply, allowed, isOwn) =>
    reply.send({ result: allowed ? 'allow' : 'deny', ...(allowed && { is_superuser: isOwn }) }),
  /** mosquitto-go-auth, HTTP backend in its status mode. */
  mosquitto: (reply, allowed) => reply.code(allowed ? 200 : 403).send({ ok: allowed }),
};

export type HookParts = {
  door: Door /** Tealight's own broker address, with its login. */;
  url: string;
  trusted: Trusted;
};

/** Answers a broker that asks: a code reads below itself and announces its devices; Tealight's own login may all. */
export function serveMqttHooks(app: FastifyInstance, { door, url, trusted }: HookParts): void {
  const own = loginOf(url);
  const answer = (path: string, say: Say, judge: (asked: Question, network: string) => Promise<boolean>) =>
    app.post(`${hooksPath}/${path}`, { logLevel: 'warn' }, async (request, reply) => {
      const read = Question.safeParse(request.body ?? {});
      const asked = read.success ? read.data : {};
      const isOwn =
        own !== null && asked.username === own.user && (asked.password ?? own.password) === own.password;
      reply.header('cache-control', 'no-store');
      const network = networkOf(clientAddress(request.raw, trusted));
      return say(reply, isOwn || (await judge(asked as Question, network)), isOwn);
    });
  const mayConnect = async ({ username }: Question, network: string) =>
    !('refused' in (await door.open(username ?? '', network)));
  const mayDo = async (asked: Question) => isOwnTopic(asked);

  answer('emqx/auth', sayings.emqx, mayConnect);
  answer('emqx/acl', sayings.emqx, mayDo);
  answer('mosquitto/user', sayings.mosquitto, mayConnect);
  answer('mosquitto/acl', sayings.mosquitto, mayDo);
  app.post(`${hooksPath}/mosquitto/superuser`, { logLevel: 'warn' }, (request: FastifyRequest, reply) => {
    const read = Question.safeParse(request.body ?? {});
    const isOwn = own !== null && read.success && read.data.username === own.user;
    return sayings.mosquitto(reply, isOwn, isOwn);
  });
}

/** Whether the topic lies below the guest's own code and the deed is allowed there. Who they are is known by then. */
function isOwnTopic({ username, topic, action, acc }: Question): boolean {
  const code = normalCode(username ?? '');
  const parts = partsOf(topic ?? '');
  if (code === null || parts?.code !== code) return false;
  const writes = action === 'publish' || ((acc ?? 0) & 2) !== 0;
  return !writes || deviceIn(parts.rest) !== null;
}

function loginOf(url: string): { user: string; password: string } | null {
  const { username, password } = new URL(url);
  return username === ''
    ? null
    : { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
