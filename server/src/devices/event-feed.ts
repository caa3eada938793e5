import type { ServerResponse } from 'node:http';
import { feedPath, type Hello } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { openToPages, sendProblem, sendRefusal } from './answers.ts';
import type { Ending, Line } from './audience.ts';
import type { Entrance } from './entrance.ts';
import { rejoinMs } from './hint.ts';
import { helloOf, type Visitor } from './visitor.ts';

/** A device on server-sent events. On a slow one the latest replaces those not yet sent. */
class EventLine implements Line {
  readonly visitor: Visitor;
  readonly #stream: ServerResponse;
  #blocked = false;
  #next: string | null = null;

  constructor(stream: ServerResponse, visitor: Visitor) {
    this.visitor = visitor;
    this.#stream = stream;
    stream.on('drain', () => {
      this.#blocked = false;
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.show(next);
    });
  }

  show(text: string): void {
    if (this.#blocked) this.#next = text;
    else this.#blocked = !this.#stream.write(`data: ${text}\n\n`);
  }

  /** A stream that takes nothing any more was not read for a whole round. */
  beat(): void {
    if (this.#blocked) this.#stream.destroy();
    else this.#blocked = !this.#stream.write(': still here\n\n');
  }

  end(why: Ending): void {
    this.#stream.end(`event: end\ndata: ${why}\n\n`);
  }
}

/** The glow feed as server-sent events, on the very path where WebSockets join. */
export function serveEventFeed(app: FastifyInstance, entrance: Entrance): void {
  app.get(feedPath, { logLevel: 'warn' }, async (request, reply) => {
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
      return sendProblem(reply, 'invalid-input', {
        title: 'Open a WebSocket here, or ask with Accept: text/event-stream',
      });
    }
    const hello: Hello = helloOf(request.raw.url ?? '', request.headers);
    const admitted = await entrance.admit(hello, entrance.originOf(request.raw));
    if (!('visitor' in admitted)) return sendRefusal(reply, admitted);
    reply.hijack();
    const stream = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders())) stream.setHeader(name, value as string);
    stream.writeHead(200, {
      ...openToPages,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.write(`retry: ${rejoinMs()}\n\n`);
    const left = entrance.join(new EventLine(stream, admitted.visitor));
    stream.on('close', left);
    if (stream.destroyed) left();
    return reply;
  });
}
