import type { ServerResponse } from 'node:http';
import { type Change, changesPath } from '@tealight/contract';
import { SECOND } from '../times.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import type { Api } from './serve.ts';

/** Below the 30 and 60 s after which proxies give up on a silent answer; also how soon an ended session is noticed. */
const BEAT_MS = 20 * SECOND;
/** Open streams of one wearer; the oldest make room. */
const MOST_STREAMS = 20;

export type ChangeStreams = { [Symbol.asyncDispose](): Promise<void> };

/** Server-sent events that tell the signed-in app what to ask for again. */
export function serveChanges({ app, whoIs }: Api, { changes }: Pick<Parts, 'changes'>): ChangeStreams {
  const streams = new Map<number, Set<ServerResponse>>();
  const hush = changes.listen((wearerId, change) => {
    for (const stream of streams.get(wearerId) ?? []) stream.write(eventOf(change));
  });

  app.get(changesPath, async (request, reply) => {
    const visitor = await whoIs(request);
    if (visitor === null) throw new Refusal('not-signed-in');
    reply.hijack();
    const stream = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders())) stream.setHeader(name, value as string);
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.write(': here\n\n');
    const beat = setInterval(async () => {
      const still = await whoIs(request).catch(() => visitor);
      if (still === null) stream.end();
      else stream.write(': still here\n\n');
    }, BEAT_MS);
    keep(streams, visitor.wearerId, stream);
    stream.on('close', () => {
      clearInterval(beat);
      leave(streams, visitor.wearerId, stream);
    });
  });

  return {
    async [Symbol.asyncDispose]() {
      hush();
      for (const stream of [...streams.values()].flatMap((set) => [...set])) stream.end();
    },
  };
}

/** The change stands in both fields, so that a reader may look at either. */
const eventOf = (change: Change) => `event: ${change}\ndata: ${change}\n\n`;

function keep(streams: Map<number, Set<ServerResponse>>, wearerId: number, stream: ServerResponse): void {
  const own = streams.get(wearerId) ?? new Set();
  const [oldest] = own;
  if (own.size >= MOST_STREAMS) oldest?.end();
  streams.set(wearerId, own.add(stream));
}

function leave(streams: Map<number, Set<ServerResponse>>, wearerId: number, stream: ServerResponse): void {
  const own = streams.get(wearerId);
  own?.delete(stream);
  if (own?.size === 0) streams.delete(wearerId);
}
