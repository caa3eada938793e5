import type { Readable } from 'node:stream';
import type { Call, CheckedBodyOf, CheckedQueryOf, ReplyOf } from '@tealight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../store/accounts/accounts.ts';
import type { Wearer } from '../store/accounts/wearers.ts';
import { type Files, type Form, readForm } from './multipart.ts';
import { ProblemError } from './problem-error.ts';
import { checked, type FieldErrors } from './validate.ts';

/** The wearer who makes a call, as they stood when it came, and the session it is made in. */
export type SignedIn = {
  accountId: number;
  wearerId: number;
  account: Account;
  wearer: Wearer;
  sessionHash: string;
};

/** Where calls become routes: the app, and who a request comes from. */
export type Api = {
  app: FastifyInstance;
  /** Null for a client without a valid access token. */
  whoIs(request: FastifyRequest): Promise<SignedIn | null>;
};

/** A call as a handler sees it: body and query are already checked. */
export type Asked<C extends Call> = {
  body: CheckedBodyOf<C>;
  query: CheckedQueryOf<C>;
  files: Files;
  request: FastifyRequest;
  reply: FastifyReply;
} & (C['access'] extends 'wearer' ? { principal: SignedIn } : unknown);

type Answer<C extends Call> = C extends { file: string } ? Readable : ReplyOf<C>;
export type Handler<C extends Call> = (asked: Asked<C>) => Promise<Answer<C>> | Answer<C>;

/** Looks for what no schema can know in a body as it came, unchecked. It only says what is wrong with fields that the schema finds right. */
export type FurtherCheck = (
  fields: Readonly<Record<string, unknown>>,
  principal: SignedIn | null,
) => Promise<FieldErrors>;

const membersOf = (fields: unknown): Record<string, unknown> =>
  typeof fields === 'object' && fields !== null ? { ...fields } : {};

/** The one way a contract call becomes a route. */
export function serve<const C extends Call>(
  { app, whoIs }: Api,
  call: C,
  handler: Handler<C>,
  further: FurtherCheck = async () => ({}),
): void {
  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      const principal = call.access === 'wearer' ? await whoIs(request) : null;
      if (call.access === 'wearer' && principal === null) throw new ProblemError('not-signed-in');
      const { fields, files } = await readBody(call, request);
      const asked = {
        body:
          call.body === undefined
            ? undefined
            : checked(call.body, fields, await further(membersOf(fields), principal)),
        query: checked(call.query ?? nothing, request.query),
        files,
        request,
        reply,
        principal,
      };
      reply.header('cache-control', 'no-store');
      if (call.file !== undefined) reply.type(call.file);
      return handler(asked as unknown as Asked<C>);
    },
  });
}

const nothing = z.strictObject({});
const noFiles: Files = new Map();

async function readBody(call: Call, request: FastifyRequest): Promise<{ fields: unknown; files: Files }> {
  if (call.files === undefined) return { fields: request.body, files: noFiles };
  const form: Form = await readForm(request, call.files);
  return form;
}
