/** A wearer waits for connecting, and gets an answer within ten seconds. */
export const CONNECT_TIMEOUT_MS = 9_000;

/**
 * Runs `work` with a signal that aborts after `ms`, or with the outer signal. The timer is cleared when the work is
 * done: `AbortSignal.timeout` keeps its timer to the end, which with many connections is most of the memory.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const forwardAbort = () => own.abort(outer.reason);
  const timer = setTimeout(() => own.abort(new DOMException('It took too long', 'TimeoutError')), ms);
  outer.addEventListener('abort', forwardAbort, { once: true });
  if (outer.aborted) forwardAbort();
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', forwardAbort);
  }
}
