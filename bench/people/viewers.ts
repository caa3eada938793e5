import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { changesPath, feedPath, glowPath, wearerChangesPath, wearerHeader } from '@tealight/contract';
import { WebSocket } from 'ws';
import { mqttConnect, mqttSubscribe } from '../../e2e/support/clients.ts';
import type { Caller } from './follower.ts';

/** Own choice: well below the second in which a device may ask again. */
const POLL_MS = 10;

/** Every long-lived way to see a wearer, and a lamp that polls. */
export const viewers = [
  'stream of the wearer',
  'stream of the account',
  'WebSocket lamp',
  'MQTT lamp',
  'polling lamp',
] as const;
export type Viewer = (typeof viewers)[number];

/** When each viewer was refused, ended or notified, by `performance.now()`. */
export type Ends = Record<Viewer, Promise<number>>;

export type ViewerOptions = Caller & { wearer: string; mqttPort: number; code: string; id: string };

/** A follower's viewers of one wearer. Each has been let in. */
export async function openViewers(options: ViewerOptions): Promise<{ ends: Ends; close: () => void }> {
  const { url, token, wearer } = options;
  const { signal, abort } = closer();
  const headers = { authorization: `Bearer ${token}` };
  const opened = await Promise.all([
    openStream(url + changesPath, { headers: { ...headers, [wearerHeader]: wearer }, signal }),
    openStream(url + wearerChangesPath, { headers, signal, until: 'event: people' }),
    webSocketLamp(options, signal),
    mqttLamp(options, signal),
    pollingLamp(options, signal),
  ]);
  const [ofWearer, ofAccount, overWebSocket, overMqtt, polling] = opened.map(({ end }) => end);
  const never = Promise.reject(new Error('not opened'));
  never.catch(() => {});
  return {
    ends: {
      'stream of the wearer': ofWearer ?? never,
      'stream of the account': ofAccount ?? never,
      'WebSocket lamp': overWebSocket ?? never,
      'MQTT lamp': overMqtt ?? never,
      'polling lamp': polling ?? never,
    },
    close: abort,
  };
}

function closer() {
  const stop = new AbortController();
  return { signal: stop.signal, abort: () => stop.abort() };
}

type Opened = { end: Promise<number> };
type StreamOptions = { headers: Record<string, string>; signal: AbortSignal; until?: string };

/** Server-sent events, until they end, or until one begins with `until`. */
export async function openStream(url: string, { headers, signal, until }: StreamOptions): Promise<Opened> {
  const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal });
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status}`);
  const ended = async () => {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (until !== undefined && text.includes(until)) break;
    }
    return performance.now();
  };
  return { end: ended().catch(() => performance.now()) };
}

async function webSocketLamp({ url, code, id }: ViewerOptions, signal: AbortSignal): Promise<Opened> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${feedPath}?code=${code}&id=${id}-socket`);
  signal.addEventListener('abort', () => socket.terminate());
  socket.on('error', () => {});
  await once(socket, 'message');
  return { end: once(socket, 'close').then(() => performance.now()) };
}

async function mqttLamp({ mqttPort, code, id }: ViewerOptions, signal: AbortSignal): Promise<Opened> {
  const socket = connect({ port: mqttPort, host: '127.0.0.1', noDelay: true });
  signal.addEventListener('abort', () => socket.destroy());
  const end = new Promise<number>((ended) => {
    socket.on('error', () => {}).on('close', () => ended(performance.now()));
  });
  socket.write(mqttConnect(code, `${id}-mqtt`));
  await once(socket, 'data');
  socket.write(mqttSubscribe([`tealight/${code}/glow`]));
  for (;;) {
    const [bytes] = await once(socket, 'data');
    // The retained glow follows the acknowledgment.
    if (String(bytes).includes('"color"')) return { end };
  }
}

async function pollingLamp({ url, code, id }: ViewerOptions, signal: AbortSignal): Promise<Opened> {
  const isLetIn = async () => {
    const headers = { authorization: `Bearer ${code}` };
    return (await fetch(`${url}${glowPath}?id=${id}-polling`, { headers })).ok;
  };
  if (!(await isLetIn())) throw new Error('The polling lamp was refused');
  const refused = async () => {
    // Without an answer it asks again, as a lamp does.
    while (!signal.aborted && (await isLetIn().catch(() => true))) await pause(POLL_MS);
    return performance.now();
  };
  return { end: refused() };
}
