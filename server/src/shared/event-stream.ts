import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { SECOND } from './time-units.ts';

/** How long a client may take to receive the end of its stream before the connection is closed. Own choice. */
const CLOSE_TIMEOUT_MS = 2 * SECOND;

/**
 * A server-sent event stream to one client. It never throws and ignores what comes after its end. On a slow
 * connection it keeps one event per key, the latest, so that what it buffers is bounded by the number of keys.
 */
export type EventStream = {
  /** Whether events can still be sent. */
  readonly open: boolean;
  /** Sends an event; `text` is complete, with its blank line. On a slow connection it replaces the last one of its key. */
  send(key: string, text: string): void;
  /** Keeps proxies from closing an idle stream; disconnects a client that has received nothing since the last one. */
  heartbeat(): void;
  /** Ends the stream, with a last event where one is given. */
  end(text?: string): void;
  /** Calls `closed` once when the connection is gone; at once if it already is. */
  onClose(closed: () => void): void;
};

/**
 * Takes the response over from Fastify and starts an event stream on it, with the headers that the reply has so far.
 * Null when the client has already left: then there is nothing to answer and nothing to keep.
 */
export function openEventStream(
  reply: FastifyReply,
  first: string,
  headers: Readonly<Record<string, string>> = {},
): EventStream | null {
  reply.hijack();
  const response = reply.raw;
  // A connection can break at any moment, and an error without a listener would end the process.
  response.on('error', () => response.destroy());
  if (response.destroyed || response.socket?.destroyed) return null;
  for (const [name, value] of Object.entries(reply.getHeaders())) response.setHeader(name, value as string);
  // The end of the stream is the end of the connection: a stopping server must not wait for another request on it.
  response.shouldKeepAlive = false;
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  return streamOn(response, first);
}

function streamOn(response: ServerResponse, first: string): EventStream {
  const waiting = new Map<string, string>();
  let open = true;
  let full = !response.write(first);
  let fullSinceHeartbeat = false;
  let closeTimer: NodeJS.Timeout | undefined;

  const write = (text: string) => {
    full = !response.write(text);
  };
  response.on('drain', () => {
    full = false;
    fullSinceHeartbeat = false;
    for (const [key, text] of waiting) {
      if (full || !open) return;
      waiting.delete(key);
      write(text);
    }
  });
  response.once('close', () => {
    open = false;
    waiting.clear();
    clearTimeout(closeTimer);
  });
  return {
    get open() {
      return open;
    },
    send(key, text) {
      if (!open) return;
      if (full) waiting.set(key, text);
      else write(text);
    },
    heartbeat() {
      if (!open) return;
      if (!full) write(': still here\n\n');
      else if (fullSinceHeartbeat) response.destroy();
      else fullSinceHeartbeat = true;
    },
    end(text) {
      if (!open) return;
      open = false;
      waiting.clear();
      response.end(text);
      closeTimer = setTimeout(() => response.destroy(), CLOSE_TIMEOUT_MS).unref();
    },
    onClose(closed) {
      if (response.destroyed) closed();
      else response.once('close', closed);
    },
  };
}
