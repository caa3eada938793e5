import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** Who may make a call: anyone, or the wearer whose access token it carries. */
export type Access = 'anyone' | 'wearer';

/** One call of the API: everything that server, web and documentation need to know of it. */
export type Call = {
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** `multipart` bodies carry the same fields plus the files named here. */
  readonly files?: readonly string[];
  readonly reply: z.ZodMiniType;
  /** Set where the reply is a file and not JSON; `reply` is then the schema of nothing. */
  readonly file?: 'application/zip';
  /** What it may refuse with, besides what every call may. */
  readonly problems: readonly ProblemCode[];
};

/** What a caller sends, before the schema has trimmed and filled it. */
export type BodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined;
/** What a handler receives, after the schema. */
export type CheckedBodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.output<C['body']> : undefined;
export type CheckedQueryOf<C extends Call> = C['query'] extends z.ZodMiniType
  ? z.output<C['query']>
  : undefined;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
