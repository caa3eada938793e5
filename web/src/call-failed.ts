import { Problem, type ProblemWord, wordOf } from '@tealight/contract';

export const networkError = 'Network error';

type Told = { messages: readonly string[]; status: number | null; problem: Problem | null; cause?: unknown };

/** A call that was refused or got no answer, in the sentences that people read. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** One line for each thing that is wrong. */
  readonly messages: readonly string[];
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly problem: Problem | null;

  constructor({ messages, status, problem, cause }: Told) {
    super(messages.join('. '), { cause });
    this.messages = messages;
    this.status = status;
    this.problem = problem;
  }

  /** Which of our problems it is, or null for a stranger's. */
  get word(): ProblemWord | null {
    return this.problem && wordOf(this.problem);
  }
}

/** What an answer that is no success says: the messages of `errors`, else `title`, else the status (API-3). */
export function refusalOf(status: number, body: unknown): CallFailed {
  const parsed = Problem.safeParse(body);
  const problem = parsed.success ? parsed.data : null;
  const { errors, title } = (body ?? {}) as { errors?: unknown; title?: unknown };
  const lines = linesOf(errors);
  const fallback =
    typeof title === 'string' && title !== '' ? title : `Request failed with status code ${status}`;
  return new CallFailed({ messages: lines.length > 0 ? lines : [fallback], status, problem });
}

function linesOf(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.values(errors)
    .flat()
    .filter((line): line is string => typeof line === 'string' && line !== '');
}

/** The sentences of anything that was thrown. */
export function messagesOf(error: unknown): readonly string[] {
  if (error instanceof CallFailed) return error.messages;
  return [error instanceof Error && error.message !== '' ? error.message : networkError];
}
