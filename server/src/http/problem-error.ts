import type { ProblemCode, ProblemDetails } from '@tealight/contract';

/** A call that cannot be answered as asked: thrown anywhere below a route, answered by the one error handler. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly more: ProblemDetails;
  /** After how long to try again, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(code: ProblemCode, more: ProblemDetails = {}, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.more = more;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The error of a call that comes too often. */
export const tooMany = (retryAfterMs: number): ProblemError =>
  new ProblemError('too-many-tries', {}, retryAfterMs);
