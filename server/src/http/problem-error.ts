import type { ProblemCode, ProblemDetails } from '@tealight/contract';

/** A call that fails with a problem response: thrown anywhere below a route, handled by the error handler. */
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

/** The error of a call above a limit. */
export const tooMany = (retryAfterMs: number): ProblemError =>
  new ProblemError('too-many-tries', {}, retryAfterMs);
