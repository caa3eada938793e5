import type { ProblemCode } from '@tealight/contract';
import { type CallFailed, failureOf } from '../call-failed.ts';

/** First wait before reconnecting; doubles with every failure. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** A stream that was open for two of the server's messages was a good one: the waits begin again at the first. */
const GOOD_STREAM_MS = 10_000;
/** The server sends a message every 5 s: two intervals and one second of latency. */
const IDLE_TIMEOUT_MS = 11_000;
/** The wearer or the link is not there any more: asking again changes nothing. A proxy's errors say something else. */
const finalProblems: readonly (ProblemCode | null)[] = ['not-signed-in', 'no-such-wearer', 'link-expired'];
const UNAUTHORIZED = 401;

export type EventsOptions = {
  path: string;
  /** The request headers, asked for each time the stream is opened. */
  headers: () => Readonly<Record<string, string>>;
  /** The data of one event, a single line. */
  onData: (data: string) => void;
  /** The stream is open; events before that were not received. */
  onOpen: () => void;
  /** The session, the wearer or the link has ended. The stream is not opened again. */
  onRefused?: (failure: CallFailed) => void;
};

/**
 * Subscribes to an event stream of the server; returns the function that unsubscribes. Uses `fetch`, because an
 * `EventSource` can send no token but in the URL. Reconnects with growing, jittered waits.
 */
export function subscribeToEvents(options: EventsOptions): () => void {
  const end = new AbortController();
  void readStream(options, end.signal);
  return () => end.abort();
}

async function readStream(options: EventsOptions, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const idle = idleTimeout(signal);
    const response = await open(options, idle.signal);
    const refused = response && (await finalProblemOf(response));
    if (refused) {
      idle.end();
      if (!signal.aborted) options.onRefused?.(refused);
      return;
    }
    if (response?.ok && response.body) {
      const openedAt = performance.now();
      options.onOpen();
      for await (const data of dataLinesIn(response.body, idle.onBytes)) options.onData(data);
      if (performance.now() - openedAt >= GOOD_STREAM_MS) failures = 0;
    }
    idle.end();
    await sleep(retryMs(failures), signal);
  }
}

async function open({ path, headers }: EventsOptions, signal: AbortSignal): Promise<Response | null> {
  const sent = { ...headers(), accept: 'text/event-stream' };
  return fetch(path, { headers: sent, signal, cache: 'no-store' }).catch(() => null);
}

/** Why the stream cannot be opened again; null: it can be. */
async function finalProblemOf(response: Response): Promise<CallFailed | null> {
  if (response.ok) return null;
  const failure = failureOf(response.status, await response.json().catch(() => null));
  return response.status === UNAUTHORIZED || finalProblems.includes(failure.code) ? failure : null;
}

/** A signal that aborts with `outer`, or when no data arrives for a while: a dead connection reports no error. */
function idleTimeout(outer: AbortSignal) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), IDLE_TIMEOUT_MS);
  };
  onBytes();
  return { signal: AbortSignal.any([outer, controller.signal]), onBytes, end: () => clearTimeout(timer) };
}

/** The data of the events of a stream; returns when the stream ends or fails. */
export async function* dataLinesIn(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let remainder = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || value === undefined) return;
    onBytes();
    const lines = (remainder + value).split('\n');
    remainder = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield line.slice('data: '.length).trim();
  }
}

function retryMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** Ends early when the network is back. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resume();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
