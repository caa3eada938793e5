import { setTimeout as pause } from 'node:timers/promises';
import { changesPath, currentReadings, wearerHeader } from '@tealight/contract';
import { createParser } from 'eventsource-parser';
import type { Device } from './devices.ts';
import type { Person } from './people.ts';

const RECONNECT_MS = 1000;
/** As in the web app: a stream that is silent for so long is dead. */
const SILENT_MS = 11_000;

/** So many open pages: each follows the stream of changes, and loads the reading when it opens and with each change. */
export const openPages = (url: string, people: readonly Person[], count: number): Device[] =>
  Array.from({ length: count }, (_, index) => openPage(url, people[(index * 7) % people.length] as Person));

function openPage(url: string, person: Person): Device {
  const headers = { authorization: `Bearer ${person.token}`, [wearerHeader]: person.id };
  const stop = new AbortController();
  let shown: number | null = null;
  let loads = 0;
  const load = async () => {
    loads += 1;
    const own = loads;
    const answer = await fetch(url + currentReadings.path, { headers, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { data } = (await answer.json()) as { data: { currentCgmReading: { time: string } | null } };
    // An answer that a later request has overtaken is not shown.
    if (data.currentCgmReading !== null && own === loads) shown = Date.parse(data.currentCgmReading.time);
  };
  const follow = async () => {
    const silence = new AbortController();
    const watchdog = setTimeout(() => silence.abort(), SILENT_MS);
    try {
      const signal = AbortSignal.any([stop.signal, silence.signal]);
      const stream = await fetch(url + changesPath, { headers, signal });
      if (!stream.ok) throw new Error(`${stream.status}`);
      await load();
      const parser = createParser({ onEvent: () => void load().catch(() => silence.abort()) });
      for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        watchdog.refresh();
        parser.feed(text);
      }
    } finally {
      clearTimeout(watchdog);
    }
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await follow().catch(() => {});
      await pause(RECONNECT_MS * (1 + Math.random()), null, stop).catch(() => {});
    }
  };
  void run();
  return { kind: 'page', person, shows: () => shown, close: () => stop.abort() };
}
