import { type DeviceHello, feedPath } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { type EventStream, openEventStream } from '../../shared/event-stream.ts';
import type { Admission } from '../authentication/admission.ts';
import { type DeviceIdentity, deviceHelloOf } from '../device-identity.ts';
import { corsHeaders, sendProblem, sendProblemError } from '../problem-replies.ts';
import { rejoinMs } from '../reconnect-hint.ts';
import type { DeviceConnection, Ending } from '../subscribers.ts';

/** A device on server-sent events. On a slow connection the latest glow replaces those not yet sent. */
class SseConnection implements DeviceConnection {
  readonly identity: DeviceIdentity;
  readonly #stream: EventStream;

  constructor(stream: EventStream, identity: DeviceIdentity) {
    this.identity = identity;
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

/** The glow feed as server-sent events, on the same path as the WebSocket. */
export function serveEventFeed(app: FastifyInstance, admission: Admission): void {
  app.get(feedPath, { logLevel: 'warn' }, async (request, reply) => {
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
      return sendProblem(reply, 'invalid-input', {
        title: 'Open a WebSocket here, or ask with Accept: text/event-stream',
      });
    }
    const hello: DeviceHello = deviceHelloOf(request.raw.url ?? '', request.headers);
    const admitted = await admission.admit(hello, admission.originOf(request.raw));
    if (!('identity' in admitted)) return sendProblemError(reply, admitted);
    const stream = openEventStream(reply, `retry: ${rejoinMs()}\n\n`, corsHeaders);
    if (stream !== null) stream.onClose(admission.join(new SseConnection(stream, admitted.identity)));
    return reply;
  });
}
