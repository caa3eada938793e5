import pino from 'pino';
import { StoreUnavailable } from './store-errors.ts';

/** The logger of the server's parts. Every entry is an object with the name of its event. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The query and the fragment of an address: any parameter may be a secret. */
const queries = /[?#][^\s'"<>]+/g;
/** Path segments with secrets: Nightscout's token exchange, photos, and MQTT topics with a code. */
const secretSegments = /(\/authorization\/request\/|\/photos\/|\btealight\/)[^\s/?#'"<>]+/gi;

/** A text for the log: without the parts of addresses that may be secrets. */
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
    // Without this, pino repeats the message of an error as the message of the entry, past the serializer.
    hooks: {
      logMethod(args, log) {
        const [entry] = args as [unknown, ...unknown[]];
        if (isRepeatedStoreProblem(entry)) return;
        const hasNoMessage =
          args.length === 1 && typeof entry === 'object' && entry !== null && 'err' in entry;
        log.apply(this, hasNoMessage ? [entry, 'event' in entry ? String(entry.event) : 'error'] : args);
      },
    },
    serializers: { err: (error: unknown) => safeError(error), req: safeRequest, res: () => undefined },
  };
  return pino(options, destination ?? standardOutput());
}

/** Nothing is written any more once its terminal is closed: pino would try for ever, also while the process exits. */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination(1);
  output.on('error', (error: NodeJS.ErrnoException) => {
    // Of a pipe that nobody reads any more, pino ends the output itself.
    if (error.code === 'EPIPE') return;
    if (error.code !== 'EIO') throw error;
    Object.assign(output, { write: () => true, flushSync: () => {} });
  });
  return output;
}

/**
 * A database that does not work causes many errors a second. One entry is logged at its start (`problem`) and one at its
 * end; the errors of its users are not logged.
 */
function isRepeatedStoreProblem(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('err' in entry)) return false;
  const { event, err } = entry as { event?: unknown; err: unknown };
  return err instanceof StoreUnavailable && event !== 'problem';
}

/** The most nested causes in an entry. */
const MAX_CAUSES = 3;

/**
 * The type, code, message and stack of an error. Other properties may contain personal data: PostgreSQL adds the row
 * that it rejected, and a syntax error quotes the text that it could not parse.
 */
function safeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '' } = error;
  const code = (error as { code?: unknown }).code;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    ...(code !== undefined && { code: String(code) }),
    // Not for causes: messages of parsers and drivers quote what they could not process.
    ...(depth === 0 && !(error instanceof SyntaxError) && { message: withoutSecrets(message) }),
    stack: frames.map((frame) => frame.trim()),
    ...(error.cause instanceof Error && depth < MAX_CAUSES && { cause: safeError(error.cause, depth + 1) }),
  };
}

function safeRequest(request: { method?: string; routeOptions?: { url?: string } }): unknown {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' };
}
