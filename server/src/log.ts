import pino from 'pino';
import { StoreUnavailable } from './store/unavailable.ts';

/** What parts of the server may say. Every line is an object with the word of its event. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The query and the fragment of an address, whatever their names: any of them may open something. */
const queries = /[?#][^\s'"<>]+/g;
/** Path segments that open something: Nightscout's token exchange, photos, and topics below a code. */
const secretSegments = /(\/authorization\/request\/|\/photos\/|\btealight\/)[^\s/?#'"<>]+/gi;

/** A sentence as it may stand in a log: addresses in it without what could open something. */
export const withoutSecrets = (text: string): string =>
  text.replace(queries, (query) => `${query[0]}…`).replace(secretSegments, '$1…');

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
        if (isOfStoreProblem(what)) return;
        const bare = line.length === 1 && typeof what === 'object' && what !== null && 'err' in what;
        log.apply(this, bare ? [what, 'event' in what ? String(what.event) : 'error'] : line);
      },
    },
    serializers: { err: (error: unknown) => safeError(error), req: safeRequest, res: () => undefined },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * A database that does not work fails everybody who needs it, many times a second. One line says so when it begins
 * (`problem`) and one when it is over; what each of them would say besides is left out.
 */
function isOfStoreProblem(line: unknown): boolean {
  if (typeof line !== 'object' || line === null || !('err' in line)) return false;
  const { event, err } = line as { event?: unknown; err: unknown };
  return err instanceof StoreUnavailable && event !== 'problem';
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
    // A cause is somebody else's error: a parser or a driver quotes in its sentence what it could not take.
    ...(depth === 0 && !(error instanceof SyntaxError) && { message: withoutSecrets(message) }),
    stack: frames.map((frame) => frame.trim()),
    ...(error.cause instanceof Error && depth < CAUSES && { cause: safeError(error.cause, depth + 1) }),
  };
}

function safeRequest(request: { method?: string; routeOptions?: { url?: string } }): unknown {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' };
}
