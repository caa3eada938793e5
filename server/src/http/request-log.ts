import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line a request, without headers, body or address: the route's pattern says which call it was, and no part of
 * an address that a client chose reaches a log. Quiet for what is asked all the time and went well.
 */
export class RequestLog extends LogController {
  readonly #all: boolean;

  /** `all`: whether the quiet lines are wanted, too. */
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
