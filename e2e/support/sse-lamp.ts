import { get } from 'node:http';
import { feedPath } from '@tealight/contract';
import { createParser } from 'eventsource-parser';

/** Two heartbeats and half a second, then at most one second, as in the ESP32 example. */
const SILENT_MS = 4500;
const RETRY_SILENT_MS = 1000;

export type EventLamp = { url: string; code: string; id: string; glowed: (message: string) => void };

/** A lamp on server-sent events that reconnects after the stream's `retry`, and drops a stream without heartbeats. */
export function eventLamp({ url, code, id, glowed }: EventLamp): { close(): void } {
  let retryMs = 1000;
  let closed = false;
  let leave = () => {};
  const join = () => {
    let silent = false;
    const request = get(`${url}${feedPath}?heartbeat=1&id=${id}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${code}` },
      agent: false,
    });
    const watchdog = setTimeout(() => {
      silent = true;
      request.destroy();
    }, SILENT_MS);
    leave = () => request.destroy();
    request.on('response', (response) => {
      const parser = createParser({
        onRetry: (ms) => {
          retryMs = ms;
        },
        onEvent: ({ data }) => {
          if (data.startsWith('{')) glowed(data);
        },
      });
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        watchdog.refresh();
        parser.feed(text);
      });
      response.on('error', () => {});
    });
    request.on('error', () => {});
    request.on('close', () => {
      clearTimeout(watchdog);
      if (!closed) setTimeout(join, silent ? Math.random() * RETRY_SILENT_MS : retryMs);
    });
  };
  join();
  return {
    close() {
      closed = true;
      leave();
    },
  };
}
