import type { Change } from '@tealight/contract';
import type { FastifyReply } from 'fastify';
import { type EventStream, openEventStream } from '../../shared/event-stream.ts';
import { SECOND } from '../../shared/time-units.ts';

/** The heartbeat interval; a page waits for two before it reconnects. Below the 30 s after which proxies close a stream. */
const HEARTBEAT_MS = 5 * SECOND;
/** Whether the stream may go on is checked at every fourth heartbeat, even if no change reports it (PPL-24: 20 s). */
const CHECK_EVERY = 4;

export type CheckedStream = {
  stream: EventStream;
  /** The account or link that opened it. */
  opener: number;
  /** Ends the stream if it may not go on. Returns whether it goes on. */
  check(): Promise<boolean>;
};

/** Open event streams by what they are about: a wearer, an account or a share link. */
export type CheckedStreams = AsyncDisposable & {
  /** Opens a stream on the reply. Null when the client has left. `mayGoOn` must not throw. */
  open(
    reply: FastifyReply,
    about: { key: number; opener: number; mayGoOn: () => Promise<boolean> },
  ): CheckedStream | null;
  of(key: number): CheckedStream[];
  all(): CheckedStream[];
  /** Calls `send` for every open stream, spread over some seconds: all clients load again. */
  spread(send: (one: CheckedStream, key: number) => void): void;
};

/** What clients load again after changes of other nodes may have been missed. */
export const missedChanges: readonly Change[] = ['readings', 'connection', 'range', 'alarms', 'devices'];
/** Own choice: thousands of pages at one node would load at once. */
const SPREAD_MS = 2 * SECOND;

/** `limit`: open streams of one opener about one key; above it the oldest is closed. */
export function openCheckedStreams(limit: number): CheckedStreams {
  const byKey = new Map<number, Set<CheckedStream>>();
  let closed = false;
  const keep = (key: number, one: CheckedStream) => {
    const own = byKey.get(key) ?? new Set();
    const same = [...own].filter(({ opener }) => opener === one.opener);
    const [oldest] = same;
    if (same.length >= limit && oldest !== undefined) {
      own.delete(oldest);
      oldest.stream.end();
    }
    byKey.set(key, own.add(one));
  };
  const leave = (key: number, one: CheckedStream) => {
    const own = byKey.get(key);
    own?.delete(one);
    if (own?.size === 0) byKey.delete(key);
  };
  const all = () => [...byKey.values()].flatMap((set) => [...set]);
  return {
    open(reply, { key, opener, mayGoOn }) {
      const stream = openEventStream(reply, ': here\n\n');
      if (stream === null) return null;
      if (closed) stream.end();
      const check = async () => {
        const goesOn = await mayGoOn();
        if (!goesOn) stream.end();
        return goesOn;
      };
      const one = { stream, opener, check };
      let beats = 0;
      const heartbeat = setInterval(async () => {
        beats += 1;
        // Between the checks a comment is enough, so that a slow client is not checked every 5 s.
        if (beats % CHECK_EVERY !== 0) return stream.send('heartbeat', ': still here\n\n');
        if (await check()) stream.heartbeat();
      }, HEARTBEAT_MS);
      keep(key, one);
      stream.onClose(() => {
        clearInterval(heartbeat);
        leave(key, one);
      });
      return one;
    },
    of: (key) => [...(byKey.get(key) ?? [])],
    all,
    spread(send) {
      for (const [key, set] of byKey)
        for (const one of set)
          setTimeout(() => {
            if (byKey.get(key)?.has(one)) send(one, key);
          }, SPREAD_MS * Math.random()).unref();
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      for (const { stream } of all()) stream.end();
    },
  };
}
