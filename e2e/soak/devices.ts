import { setTimeout as pause } from 'node:timers/promises';
import { feedPath, type GlowMessage, glowPath } from '@tealight/contract';
import { connect } from 'mqtt';
import { WebSocket } from 'ws';
import { eventLamp } from '../support/sse-lamp.ts';
import type { Person } from './people.ts';

/** Something that shows a wearer's reading. */
export type Device = {
  kind: string;
  person: Person;
  /** When the reading that it shows was taken, epoch ms; null while it shows none. */
  shows(): number | null;
  close(): void;
};

/** Where devices connect: the balancer, and the broker. */
export type Addresses = { url: string; broker: string };
type Show = (takenAt: number | null) => void;
/** Connects a device that calls `show`; returns how to disconnect it. */
type Connect = (addresses: Addresses, person: Person, id: string, show: Show) => () => void;

const POLL_EVERY_MS = 5000;
const RECONNECT_MS = 1000;
/** A feed with heartbeats that was silent for so long is dead (docs/device-protocol.md). */
const SILENT_MS = 4500;

const timeOf = (glow: string): number | null => {
  const { time } = JSON.parse(glow) as GlowMessage;
  return time === null ? null : Date.parse(time);
};

const eventStream: Connect = ({ url }, { code }, id, show) =>
  eventLamp({ url, code, id, glowed: (message) => show(timeOf(message)) }).close;

const webSocket: Connect = ({ url }, { code }, id, show) => {
  let isClosed = false;
  let socket: WebSocket;
  const join = () => {
    socket = new WebSocket(`${url.replace('http', 'ws')}${feedPath}`, { handshakeTimeout: SILENT_MS });
    const watchdog = setTimeout(() => socket.terminate(), SILENT_MS);
    socket.on('open', () => socket.send(JSON.stringify({ code, id, kind: 'lamp', heartbeat: true })));
    socket.on('message', (message) => {
      watchdog.refresh();
      if (!String(message).includes('"heartbeat"')) show(timeOf(String(message)));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(watchdog);
      if (!isClosed) setTimeout(join, RECONNECT_MS * (1 + Math.random()));
    });
  };
  join();
  return () => {
    isClosed = true;
    socket.terminate();
  };
};

const mqttLamp: Connect = ({ broker }, { code }, id, show) => {
  const client = connect(broker, { clientId: `${code}-${id}`, reconnectPeriod: RECONNECT_MS });
  client.on('connect', () => client.subscribe(`tealight/${code}/glow`));
  client.on('message', (_topic, payload) => show(timeOf(String(payload))));
  client.on('error', () => {});
  return () => void client.end(true);
};

/** Asks again and again; a failed call leaves what was shown. */
const polling =
  (look: (addresses: Addresses, person: Person, id: string) => Promise<number | null>): Connect =>
  (addresses, person, id, show) => {
    const stop = new AbortController();
    const poll = async () => {
      await pause(Math.random() * POLL_EVERY_MS);
      while (!stop.signal.aborted) {
        await look(addresses, person, id).then(show, () => {});
        await pause(POLL_EVERY_MS, null, stop).catch(() => {});
      }
    };
    void poll();
    return () => stop.abort();
  };

const fetched = async (address: string, headers: Record<string, string>): Promise<string> => {
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(POLL_EVERY_MS) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
};

const polledLamp = polling(async ({ url }, { code }, id) =>
  timeOf(await fetched(`${url}${glowPath}?id=${id}`, { authorization: `Bearer ${code}` })),
);

const nightscoutDisplay = polling(async ({ url }, { code }) => {
  const [entry] = JSON.parse(await fetched(`${url}/api/v1/entries.json?count=1`, { 'api-secret': code })) as {
    date: number;
  }[];
  return entry?.date ?? null;
});

const kinds: readonly (readonly [string, Connect])[] = [
  ['server-sent events', eventStream],
  ['WebSocket', webSocket],
  ['MQTT', mqttLamp],
  ['polled', polledLamp],
  ['Nightscout display', nightscoutDisplay],
];

/** So many devices of all kinds, spread over the people. */
export const openDevices = (addresses: Addresses, people: readonly Person[], count: number): Device[] =>
  Array.from({ length: count }, (_, index) => {
    const person = people[index % people.length] as Person;
    const [kind, open] = kinds[index % kinds.length] as (typeof kinds)[number];
    let shown: number | null = null;
    const close = open(addresses, person, `device-${index}`, (takenAt) => {
      shown = takenAt;
    });
    return { kind, person, shows: () => shown, close };
  });
