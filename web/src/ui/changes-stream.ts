import { type Change, changes, changesPath } from '@tealight/contract';

/** First wait before following again; doubles with every failure. */
const RETRY_MS = 1000;
const RETRY_MAX_MS = 60_000;
/** The server sends something every 5 s; two that did not come and a second for the way. */
const SILENT_MS = 11_000;
const UNAUTHORIZED = 401;

export type Following = {
  accessToken: string;
  /** The server says that something is new. */
  changed: (change: Change) => void;
  /** The stream is open: whatever changed before that was told to nobody here. */
  opened: () => void;
};

/**
 * Follows the server's push; the returned function ends it. A fetched stream, because an `EventSource` could
 * carry the token only in its address. Lost streams are opened again with growing, jittered waits.
 */
export function followChanges(following: Following): () => void {
  const end = new AbortController();
  void follow(following, end.signal);
  return () => end.abort();
}

async function follow({ accessToken, changed, opened }: Following, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const silence = openSilence(signal);
    const answer = await open(accessToken, silence.signal);
    // The session is over; the next call says so to everybody.
    if (answer?.status === UNAUTHORIZED) return silence.end();
    if (answer?.ok && answer.body) {
      failures = 0;
      opened();
      for await (const change of changesIn(answer.body, silence.heard)) changed(change);
    }
    silence.end();
    await pause(retryMs(failures), signal);
  }
}

async function open(accessToken: string, signal: AbortSignal): Promise<Response | null> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' };
  return fetch(changesPath, { headers, signal, cache: 'no-store' }).catch(() => null);
}

/** A signal that aborts with `outer`, and when nothing was heard for a while: a dead connection says nothing itself. */
function openSilence(outer: AbortSignal) {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENT_MS);
  };
  heard();
  return { signal: AbortSignal.any([outer, silent.signal]), heard, end: () => clearTimeout(timer) };
}

/** The changes that a stream tells of, as they come; ends quietly where the stream ends or breaks. */
export async function* changesIn(
  body: ReadableStream<Uint8Array>,
  heard: () => void = () => {},
): AsyncGenerator<Change> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || value === undefined) return;
    heard();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const change = changes.find((word) => line.trim() === `data: ${word}`);
      if (change !== undefined) yield change;
    }
  }
}

function retryMs(failures: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resume();
    });
  });
}
