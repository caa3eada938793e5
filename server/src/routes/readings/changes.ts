import { type Change, changesPath } from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import type { Api } from '../../http/serve-call.ts';
import { type EventStream, openEventStream } from '../../shared/event-stream.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { Parts } from '../dependencies.ts';

/** The heartbeat interval; a page waits for two before it reconnects. Below the 30 s after which proxies close a stream. */
const HEARTBEAT_MS = 5 * SECOND;
/** The session is checked at every fourth heartbeat. */
const LOOK_EVERY = 4;
/** Open streams of one wearer; above it the oldest is closed. */
const MOST_STREAMS = 20;

export type ChangeStreams = { [Symbol.asyncDispose](): Promise<void> };

/** Server-sent events that tell the signed-in app what to load again. */
export function serveChanges({ app, whoIs }: Api, { changes }: Pick<Parts, 'changes'>): ChangeStreams {
  const streams = new Map<number, Set<EventStream>>();
  let closed = false;
  const unsubscribe = changes.subscribe((wearerId, change) => {
    for (const stream of streams.get(wearerId) ?? []) stream.send(change, eventOf(change));
  });

  app.get(changesPath, async (request, reply) => {
    const principal = await whoIs(request);
    if (principal === null) throw new ProblemError('not-signed-in');
    const stream = openEventStream(reply, ': here\n\n');
    if (stream === null) return reply;
    if (closed) stream.end();
    let beats = 0;
    const heartbeat = setInterval(async () => {
      beats += 1;
      // Between the session checks a comment is enough, so that a slow client is not checked every 5 s.
      if (beats % LOOK_EVERY !== 0) return stream.send('heartbeat', ': still here\n\n');
      const still = await whoIs(request).catch(() => principal);
      if (still === null) stream.end();
      else stream.heartbeat();
    }, HEARTBEAT_MS);
    keep(streams, principal.wearerId, stream);
    stream.onClose(() => {
      clearInterval(heartbeat);
      leave(streams, principal.wearerId, stream);
    });
    return reply;
  });

  return {
    async [Symbol.asyncDispose]() {
      closed = true;
      unsubscribe();
      for (const stream of [...streams.values()].flatMap((set) => [...set])) stream.end();
    },
  };
}

/** The change is in both fields, so that a client may read either. */
const eventOf = (change: Change) => `event: ${change}\ndata: ${change}\n\n`;

function keep(streams: Map<number, Set<EventStream>>, wearerId: number, stream: EventStream): void {
  const own = streams.get(wearerId) ?? new Set();
  const [oldest] = own;
  if (own.size >= MOST_STREAMS && oldest !== undefined) {
    own.delete(oldest);
    oldest.end();
  }
  streams.set(wearerId, own.add(stream));
}

function leave(streams: Map<number, Set<EventStream>>, wearerId: number, stream: EventStream): void {
  const own = streams.get(wearerId);
  own?.delete(stream);
  if (own?.size === 0) streams.delete(wearerId);
}
