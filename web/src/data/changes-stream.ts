import { type Change, changes, changesPath } from '@tealight/contract';

/** First wait before reconnecting; doubles with every failure. */
const RETRY_MS = 1000;
const RETRY_MAX_MS = 60_000;
/** The server sends a message every 5 s: two intervals and one second of latency. */
const IDLE_TIMEOUT_MS = 11_000;
const UNAUTHORIZED = 401;

export type ChangesOptions = {
  accessToken: string;
  /** The server reports a change. */
  onChange: (change: Change) => void;
  /** The stream is open; changes before that were not received. */
  onOpen: () => void;
};

/**
 * Subscribes to the server's event stream; returns the function that unsubscribes. Uses `fetch`, because an
 * `EventSource` can send the token only in the URL. Reconnects with growing, jittered waits.
 */
export function subscribeToChanges(options: ChangesOptions): () => void {
  const end = new AbortController();
  void readStream(options, end.signal);
  return () => end.abort();
}

async function readStream(
  { accessToken, onChange, onOpen }: ChangesOptions,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const idle = idleTimeout(signal);
    const response = await open(accessToken, idle.signal);
    // The session has ended; the next call handles that.
    if (response?.status === UNAUTHORIZED) return idle.end();
    if (response?.ok && response.body) {
      failures = 0;
      onOpen();
      for await (const change of changesIn(response.body, idle.onData)) onChange(change);
    }
    idle.end();
    await sleep(retryMs(failures), signal);
  }
}

async function open(accessToken: string, signal: AbortSignal): Promise<Response | null> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' };
  return fetch(changesPath, { headers, signal, cache: 'no-store' }).catch(() => null);
}

/** A signal that aborts with `outer`, or when no data arrives for a while: a dead connection reports no error. */
function idleTimeout(outer: AbortSignal) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), IDLE_TIMEOUT_MS);
  };
  onData();
  return { signal: AbortSignal.any([outer, controller.signal]), onData, end: () => clearTimeout(timer) };
}

/** The changes of an event stream; returns when the stream ends or fails. */
export async function* changesIn(
  body: ReadableStream<Uint8Array>,
  onData: () => void = () => {},
): AsyncGenerator<Change> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let remainder = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || value === undefined) return;
    onData();
    const lines = (remainder + value).split('\n');
    remainder = lines.pop() ?? '';
    for (const line of lines) {
      const change = changes.find((name) => line.trim() === `data: ${name}`);
      if (change !== undefined) yield change;
    }
  }
}

function retryMs(failures: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** Ends early when the network is back. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resume();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
