import pino from 'pino';

/** What parts of the server may say. Every line is an object with the word of its event. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Parts of an address's query that open something. */
const secretQuery = /([?&](?:code|token|access_token|apisecret|secret|api_secret|email|state)=)[^&#]*/gi;

/** The one path that holds what opens something, as Nightscout's clients ask for it. */
const secretPath = /(\/authorization\/request\/)[^/?#]+/gi;

/** An address as it may stand in a log. */
export const withoutSecrets = (url: string): string =>
  url.replace(secretQuery, '$1…').replace(secretPath, '$1…');

/** Structured logs without secrets: no headers, no bodies, no values of the database. */
export function openLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'body.code', 'query.code'],
      censor: '…',
    },
    // By itself pino repeats the sentence of an error as the line's message, past the serializer.
    hooks: {
      logMethod(line, log) {
        const [what] = line as [unknown, ...unknown[]];
        const bare = line.length === 1 && typeof what === 'object' && what !== null && 'err' in what;
        log.apply(this, bare ? [what, 'event' in what ? String(what.event) : 'error'] : line);
      },
    },
    serializers: { err: (error: unknown) => safeError(error), req: safeRequest, res: () => undefined },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Causes of causes that a line tells. */
const CAUSES = 3;

/**
 * A bug's kind, code, sentence and place. What a driver or parser adds besides holds values of people: PostgreSQL
 * tells the row it refused, and a syntax error quotes what it could not read.
 */
function safeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '' } = error;
  const code = (error as { code?: unknown }).code;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    ...(code !== undefined && { code: String(code) }),
    ...(!(error instanceof SyntaxError) && { message: withoutSecrets(message) }),
    stack: frames.map((frame) => frame.trim()),
    ...(error.cause instanceof Error && depth < CAUSES && { cause: safeError(error.cause, depth + 1) }),
  };
}

function safeRequest(request: { method?: string; url?: string }): unknown {
  return { method: request.method, url: withoutSecrets(request.url ?? '') };
}
