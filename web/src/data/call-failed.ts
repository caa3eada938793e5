import { Problem, type ProblemCode, problemCodeOf } from '@tealight/contract';
import { commonText } from '../text/common.ts';

type Failure = {
  messages: readonly string[];
  status: number | null;
  problem: Problem | null;
  cause?: unknown;
};

/** A call that failed or got no response, with messages for the user. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** One message for each error. */
  readonly messages: readonly string[];
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly problem: Problem | null;

  constructor({ messages, status, problem, cause }: Failure) {
    super(messages.join('. '), { cause });
    this.messages = messages;
    this.status = status;
    this.problem = problem;
  }

  /** The problem code, or null for a response that is not ours. */
  get code(): ProblemCode | null {
    return this.problem && problemCodeOf(this.problem);
  }
}

/** The error of a failed response: the messages of `errors`, else `title`, else the status (API-3). */
export function failureOf(status: number, body: unknown): CallFailed {
  const parsed = Problem.safeParse(body);
  const problem = parsed.success ? parsed.data : null;
  const { errors, title } = (body ?? {}) as { errors?: unknown; title?: unknown };
  const found = messagesIn(errors);
  const fallback = typeof title === 'string' && title !== '' ? title : commonText.calls.status({ status });
  return new CallFailed({ messages: found.length > 0 ? found : [fallback], status, problem });
}

function messagesIn(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.values(errors)
    .flat()
    .filter((line): line is string => typeof line === 'string' && line !== '');
}

/** The messages of any thrown value. */
export function messagesOf(error: unknown): readonly string[] {
  if (error instanceof CallFailed) return error.messages;
  return [error instanceof Error && error.message !== '' ? error.message : commonText.calls.network];
}
