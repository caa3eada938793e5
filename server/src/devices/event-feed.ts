import { feedPath, type Hello } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { type EventStream, openEventStream } from '../event-stream.ts';
import { openToPages, sendProblem, sendRefusal } from './answers.ts';
import type { Ending, Line } from './audience.ts';
import type { Entrance } from './entrance.ts';
import { rejoinMs } from './hint.ts';
import { helloOf, type Visitor } from './visitor.ts';

/** A device on server-sent events. On a slow one the latest replaces those not yet sent. */
class EventLine implements Line {
  readonly visitor: Visitor;
  readonly #stream: EventStream;

  constructor(stream: EventStream, visitor: Visitor) {
    this.visitor = visitor;
    this.#stream = stream;
  }

  show(text: string): void {
    this.#stream.send('glow', `data: ${text}\n\n`);
  }

  beat(): void {
    this.#stream.heartbeat();
  }

  heartbeat(): void {
    this.#stream.send('heartbeat', 'event: heartbeat\ndata:\n\n');
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
    const stream = openEventStream(reply, `retry: ${rejoinMs()}\n\n`, openToPages);
    if (stream !== null) stream.onClose(entrance.join(new EventLine(stream, admitted.visitor)));
    return reply;
  });
}
