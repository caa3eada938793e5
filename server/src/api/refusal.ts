import type { ProblemMore, ProblemWord } from '@tealight/contract';

/** A call that cannot be answered as asked: thrown anywhere below a route, told by the one error handler. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly word: ProblemWord;
  readonly more: ProblemMore;
  /** After how long to try again, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(word: ProblemWord, more: ProblemMore = {}, retryAfterMs: number | null = null) {
    super(word);
    this.word = word;
    this.more = more;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The refusal of a call that comes too often. */
export const tooMany = (retryAfterMs: number): Refusal => new Refusal('too-many-tries', {}, retryAfterMs);
