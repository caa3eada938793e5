import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line per request, without headers, body or address: the route's pattern identifies the call, and no part of
 * an address that a client chose reaches the log. Frequent requests are not logged when they succeed.
 */
export class RequestLog extends LogController {
  readonly #all: boolean;

  /** `all`: log frequent requests, too. */
  constructor(all: boolean) {
    super();
    this.#all = all;
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const quiet = request.method === 'GET' && reply.statusCode < 400;
    if (quiet && !this.#all) return;
    const line = {
      event: 'request',
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(error instanceof Error && { cut: true }),
    };
    if (quiet) request.log.debug(line);
    else request.log.info(line);
  }

  override routeNotFound(): void {}
}
