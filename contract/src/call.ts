import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { Right } from './people/rights.ts';
import type { ProblemCode } from './problem.ts';

/** One call of the API, for server, web app and documentation. */
export type Call = {
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly query?: z.ZodMiniType;
  /** Query fields that need a further right when they are given. */
  readonly furtherRight?: { readonly fields: readonly string[]; readonly right: Right };
  readonly body?: z.ZodMiniType;
  /** `multipart` bodies have the same fields plus the files named here. */
  readonly files?: readonly string[];
  readonly reply: z.ZodMiniType;
  /** Set if the reply is a file and not JSON; `reply` is then the empty schema. */
  readonly file?: 'application/zip';
  /** Its problem codes, besides those of every call and those of its access (`accessProblems`). */
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
