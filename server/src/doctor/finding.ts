/** How bad a finding is: `problem` makes the doctor fail. */
export type Level = 'ok' | 'warning' | 'problem';

/** What the doctor found out about one thing, in one line. It never contains a secret. */
export type Finding = { check: string; level: Level; text: string; remedy?: string };

/** Findings of one check, by its name. */
export function findingsOf(check: string) {
  return {
    ok: (text: string): Finding => ({ check, level: 'ok', text }),
    warning: (text: string, remedy: string): Finding => ({ check, level: 'warning', text, remedy }),
    problem: (text: string, remedy: string): Finding => ({ check, level: 'problem', text, remedy }),
  };
}

/** The code of an error of Node, a driver or a protocol. Its message may quote an address with a password. */
export function codeOf(error: unknown): string {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  if (cause !== undefined) return codeOf(cause);
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return error instanceof Error ? error.name : 'unknown error';
}
