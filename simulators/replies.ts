/** Responses of simulated vendors. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export function page(title: string, status = 200): Response {
  return text(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
    {
      status,
      type: 'text/html',
    },
  );
}

export function text(body: string, { status = 200, type = 'text/plain' } = {}): Response {
  return new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** A response that never arrives; it ends only with the caller. */
export function never(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** The members of a JSON body; none when it is something else. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
