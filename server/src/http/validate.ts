import * as z from 'zod/mini';
import { ProblemError } from './problem-error.ts';

/** The most fields that a response names, and the longest name: a response must not repeat long input. */
const MAX_FIELDS = 50;
const MAX_NAME_LENGTH = 64;

/** Each invalid field with its error sentences. */
export type FieldErrors = Record<string, string[]>;

/**
 * Parses a value. Throws a `ProblemError` that names each invalid field with its error sentences, including
 * `more`, errors that the schema cannot express.
 */
export function checked<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  more: FieldErrors = {},
): z.output<T> {
  const parsed = z.safeParse(schema, value);
  const errors = { ...more, ...(parsed.success ? {} : errorsOf(parsed.error.issues)) };
  if (parsed.success && Object.keys(errors).length === 0) return parsed.data;
  throw new ProblemError('invalid-input', { errors });
}

function errorsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  const tell = (field: string, message: string) => {
    const name = field.slice(0, MAX_NAME_LENGTH);
    const messages = errors.get(name) ?? [];
    if (errors.size < MAX_FIELDS && !messages.includes(message)) errors.set(name, [...messages, message]);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) tell(key, 'This field is not known here');
    } else tell(issue.path.length === 0 ? 'body' : issue.path.join('.'), sentence(issue));
  }
  return Object.fromEntries(errors);
}

/** Our schemas have their own error sentences; zod's default messages are replaced by ours. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return 'This is none of the words that can stand here';
  return issue.message.startsWith('Invalid input') ? 'This is missing or of the wrong kind' : issue.message;
}
