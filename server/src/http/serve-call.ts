import type { Readable } from 'node:stream';
import type { Call, CheckedBodyOf, CheckedQueryOf, ReplyOf } from '@tealight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Authentication, authorize, type PrincipalOf } from './authorize.ts';
import { type Files, type Form, readForm } from './multipart.ts';
import type { TakeUploadPlace } from './upload-limit.ts';
import { checked, type FieldErrors } from './validate.ts';

/** What routes need: the app, the authentication of a request, and the limit of files. */
export type Api = {
  app: FastifyInstance;
  authentication: Authentication;
  takeUploadPlace: TakeUploadPlace;
};

/** A call with validated body and query. */
export type Asked<C extends Call> = {
  body: CheckedBodyOf<C>;
  query: CheckedQueryOf<C>;
  files: Files;
  request: FastifyRequest;
  reply: FastifyReply;
  principal: PrincipalOf<C['access']>;
};

type Answer<C extends Call> = C extends { file: string } ? Readable : ReplyOf<C>;
export type Handler<C extends Call> = (asked: Asked<C>) => Promise<Answer<C>> | Answer<C>;

/** Checks the body for errors that the schema cannot express. Its errors count only for fields that the schema accepts. */
export type FurtherCheck<C extends Call = Call> = (
  fields: Readonly<Record<string, unknown>>,
  principal: PrincipalOf<C['access']>,
) => Promise<FieldErrors>;

const membersOf = (fields: unknown): Record<string, unknown> =>
  typeof fields === 'object' && fields !== null ? { ...fields } : {};

/** Adds the route of a call of the contract. */
export function serve<const C extends Call>(
  { app, authentication, takeUploadPlace }: Api,
  call: C,
  handler: Handler<C>,
  further: FurtherCheck<NoInfer<C>> = async () => ({}),
): void {
  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      const principal = await authorize(authentication, call, request);
      let freePlace = () => {};
      const takePlace = () => {
        freePlace = takeUploadPlace(accountIn(principal));
      };
      try {
        const { fields, files } = await readBody(call, request, takePlace);
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
        return await handler(asked as unknown as Asked<C>);
      } finally {
        freePlace();
      }
    },
  });
}

const nothing = z.strictObject({});
const noFiles: Files = new Map();

/** The account of a principal; 0 for none. */
const accountIn = (principal: unknown): number =>
  typeof principal === 'object' && principal !== null && 'accountId' in principal
    ? Number(principal.accountId)
    : 0;

async function readBody(
  call: Call,
  request: FastifyRequest,
  takePlace: () => void,
): Promise<{ fields: unknown; files: Files }> {
  if (call.files === undefined) return { fields: request.body, files: noFiles };
  const form: Form = await readForm(request, { fileNames: call.files, takePlace });
  return form;
}
