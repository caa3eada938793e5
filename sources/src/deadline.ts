/**
 * Work with a signal of its own that ends it after `ms`, or with the outer signal. The timer goes when the work is
 * done: `AbortSignal.timeout` keeps each for its whole time, which with many connections is most of the memory.
 */
export async function within<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const follow = () => own.abort(outer.reason);
  const timer = setTimeout(() => own.abort(new DOMException('It took too long', 'TimeoutError')), ms);
  outer.addEventListener('abort', follow, { once: true });
  if (outer.aborted) follow();
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', follow);
  }
}
