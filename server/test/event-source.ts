import { createParser } from 'eventsource-parser';

/** A server-sent event; its name is `message` by default. */
export type ReceivedEvent = { name: string; data: string };

/** A client of server-sent events, with what it has received. */
export async function openEventSource(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const received = { events: [] as ReceivedEvent[], retryMs: null as number | null, ended: false };
  const answer = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => received.events.push({ name: event, data }),
    onRetry: (ms) => {
      received.retryMs = ms;
    },
  });
  const done = (async () => {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text);
    received.ended = true;
  })().catch(() => {});
  return { answer, received, done, close: () => stop.abort() };
}
