import { normalCode } from '@tealight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { clientAddress, networkOf, type TrustedProxies } from '../../shared/client-address.ts';
import { isSameSecret } from '../../shared/token.ts';
import type { CodeAuthentication } from '../authentication/authenticate-code.ts';
import type { CodeThrottle } from '../authentication/code-throttle.ts';
import { sendProblem } from '../problem-replies.ts';
import { deviceIn, partsOf } from './topics.ts';

/** The path of the authentication and authorization hooks for an external broker. */
const hooksPath = '/device/v1/mqtt';

const text = z.nullish(z.string().check(z.maxLength(512)));
const Question = z.object({
  username: text,
  password: text,
  topic: text,
  /** EMQX sends a name, mosquitto-go-auth bits: 1 read, 2 write, 4 subscribe. */
  action: text,
  acc: z.nullish(z.number()),
});
type Question = z.output<typeof Question>;

/** The response format of a kind of broker. */
type AnswerFormat = (reply: FastifyReply, allowed: boolean, isOwn: boolean) => FastifyReply;

const answerFormats: Readonly<Record<'emqx' | 'mosquitto', AnswerFormat>> = {
  /** EMQX 5, HTTP authentication and authorization: always 200, the result is in the body. */
  emqx: (reply, allowed, isOwn) =>
    reply.send({ result: allowed ? 'allow' : 'deny', ...(allowed && { is_superuser: isOwn }) }),
  /** mosquitto-go-auth, HTTP backend in its status mode. */
  mosquitto: (reply, allowed) => reply.code(allowed ? 200 : 403).send({ ok: allowed }),
};

export type HookDependencies = {
  codeAuthentication: CodeAuthentication;
  /** Limits peers that do not know the secret. */
  guesses: CodeThrottle;
  /** The external broker's address, with Tealight's login. */
  url: string;
  /** The secret that the broker sends: as a bearer token, or as `secret` in the query if it cannot send headers. */
  secret: string;
  trusted: TrustedProxies;
};

/**
 * Answers the operator's broker only: a code may read its own topics and announce its devices; Tealight's own
 * login may do everything. The password is checked when a client connects; authorization is requested afterwards,
 * for a user name that the broker has authenticated.
 */
export function serveMqttHooks(app: FastifyInstance, dependencies: HookDependencies): void {
  const { codeAuthentication, url, trusted } = dependencies;
  const own = loginOf(url);
  const isOwnName = ({ username }: Question) => own !== null && username === own.user;
  const isOwnLogin = (asked: Question) =>
    own !== null && isOwnName(asked) && isSameSecret(asked.password, own.password);
  const mayConnect = async ({ username }: Question, network: string) =>
    !('refused' in (await codeAuthentication.open(username ?? '', network)));

  /** The code may have ended since the client connected. A store that cannot be read disconnects no lamp. */
  const isCurrent = ({ username }: Question) =>
    codeAuthentication.isCurrent(normalCode(username ?? '') ?? '').catch(() => true);

  type Decide = (asked: Question, network: string) => Promise<{ allowed: boolean; isOwn: boolean }>;
  const answer = (path: string, say: AnswerFormat, decide: Decide) =>
    app.post(`${hooksPath}/${path}`, { logLevel: 'warn' }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const network = networkOf(clientAddress(request.raw, trusted));
      const refused = await problemOf(dependencies, request, network);
      if (refused !== null) return sendProblem(reply, refused);
      const read = Question.safeParse(request.body ?? {});
      const { allowed, isOwn } = await decide((read.success ? read.data : {}) as Question, network);
      return say(reply, allowed, isOwn);
    });
  const connecting: Decide = async (asked, network) => {
    const isOwn = isOwnLogin(asked);
    return { isOwn, allowed: isOwn || (await mayConnect(asked, network)) };
  };
  const doing: Decide = async (asked) => {
    const isOwn = isOwnName(asked);
    return { isOwn, allowed: isOwn || (isOwnTopic(asked) && (await isCurrent(asked))) };
  };
  const superuser: Decide = async (asked) => ({ isOwn: isOwnName(asked), allowed: isOwnName(asked) });

  answer('emqx/auth', answerFormats.emqx, connecting);
  answer('emqx/acl', answerFormats.emqx, doing);
  answer('mosquitto/user', answerFormats.mosquitto, connecting);
  answer('mosquitto/acl', answerFormats.mosquitto, doing);
  answer('mosquitto/superuser', answerFormats.mosquitto, superuser);
}

/** Why a peer is rejected; null for the operator's broker. Attempts at the secret are limited by network. */
async function problemOf({ guesses, secret }: HookDependencies, request: FastifyRequest, network: string) {
  const { authorization } = request.headers;
  const { secret: inQuery } = request.query as { secret?: unknown };
  const given = authorization?.replace(/^Bearer +/i, '') ?? (typeof inQuery === 'string' ? inQuery : null);
  if (isSameSecret(given, secret)) return null;
  return (await guesses.wrong(network, given ?? '')) > 0 ? 'too-many-tries' : 'not-signed-in';
}

/** Whether the topic is below the client's own code and the action is allowed there. The client is authenticated by then. */
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
