import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** Who may make a call: anyone, or a wearer with an access token. */
export type Access = 'anyone' | 'wearer';

/** One call of the API, for server, web app and documentation. */
export type Call = {
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** `multipart` bodies have the same fields plus the files named here. */
  readonly files?: readonly string[];
  readonly reply: z.ZodMiniType;
  /** Set if the reply is a file and not JSON; `reply` is then the empty schema. */
  readonly file?: 'application/zip';
  /** Its problem codes, besides those of every call. */
  readonly problems: readonly ProblemCode[];
};

/** The input of a call before parsing. */
export type BodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined;
/** The input of a call after parsing. */
export type CheckedBodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.output<C['body']> : undefined;
export type CheckedQueryOf<C extends Call> = C['query'] extends z.ZodMiniType
  ? z.output<C['query']>
  : undefined;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
