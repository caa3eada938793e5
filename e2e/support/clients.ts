import { connect } from 'node:net';
import { browserHubPath, changesPath, feedPath } from '@tealight/contract';
import { WebSocket } from 'ws';

/** An open connection of a client that may misbehave. */
export type OpenClient = {
  /** Drops the connection without closing it properly. */
  destroy(): void;
  /** Stays connected and stops reading. */
  pause(): void;
};

/** The address and the credentials of a client. */
export type Target = { url: string; mqttPort: number; code: string; token: string; deviceId: string };

const never = () => {};

/** A TCP connection that sends these bytes once it is open. */
export function rawSocket(
  port: number,
  first: string | Uint8Array,
): OpenClient & { destroyed: () => boolean } {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', never).on('data', never);
  socket.on('connect', () => socket.write(first));
  return {
    destroy: () => socket.destroy(),
    pause: () => void socket.pause(),
    destroyed: () => socket.destroyed,
  };
}

function webSocket(address: string, first: (string | Uint8Array)[], protocol?: string): OpenClient {
  const socket = new WebSocket(address, protocol === undefined ? [] : [protocol], { handshakeTimeout: 5000 });
  socket.on('error', never);
  socket.on('open', () => {
    for (const message of first) socket.send(message, never);
  });
  let paused = false;
  socket.on('open', () => {
    if (paused) socket.pause();
  });
  return {
    destroy: () => socket.terminate(),
    pause() {
      paused = true;
      if (socket.readyState === socket.OPEN) socket.pause();
    },
  };
}

const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

/** One MQTT 3.1.1 packet; `first` is the first byte of its fixed header. */
function mqttPacket(first: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let rest = body.length; length.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

/** A CONNECT with the code as the user name. */
export const mqttConnect = (code: string, clientId: string): Buffer =>
  mqttPacket(0x10, text('MQTT'), Buffer.from([4, 0x82, 0, 0]), text(clientId), text(code));

/** A SUBSCRIBE to these filters with one quality of service. */
export const mqttSubscribe = (filters: readonly string[], qos = 0): Buffer =>
  mqttPacket(0x82, Buffer.from([0, 1]), ...filters.flatMap((filter) => [text(filter), Buffer.from([qos])]));

/** A PUBLISH; `id` is sent for qualities of service above 0. */
export const mqttPublish = (
  topic: string,
  payload: string,
  { qos = 0, id = 1, retain = false } = {},
): Buffer =>
  mqttPacket(
    0x30 | (qos << 1) | (retain ? 1 : 0),
    text(topic),
    ...(qos > 0 ? [Buffer.from([id >> 8, id & 255])] : []),
    Buffer.from(payload),
  );

const portOf = (url: string) => Number(new URL(url).port);
const eventStream = (path: string, authorization: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${authorization}\r\n\r\n`;
const webSocketAt = ({ url }: Target, path: string) => `${url.replace('http', 'ws')}${path}`;
const hello = ({ code, deviceId }: Target) => [
  mqttConnect(code, deviceId),
  mqttSubscribe([`tealight/${code}/#`]),
];

/** Every protocol of Tealight with long-lived connections. */
export const waysIn: Readonly<Record<string, (target: Target) => OpenClient>> = {
  'server-sent events': ({ url, code, deviceId }) =>
    rawSocket(portOf(url), eventStream(`${feedPath}?id=${deviceId}`, code)),
  WebSocket: (target) =>
    webSocket(webSocketAt(target, feedPath), [JSON.stringify({ code: target.code, id: target.deviceId })]),
  MQTT: (target) => rawSocket(target.mqttPort, Buffer.concat(hello(target))),
  'MQTT over WebSocket': (target) => webSocket(webSocketAt(target, '/mqtt'), hello(target), 'mqtt'),
  'changes stream': ({ url, token }) => rawSocket(portOf(url), eventStream(changesPath, token)),
  hub: (target) =>
    webSocket(webSocketAt(target, `${browserHubPath}?access_token=${target.token}`), [
      '{"protocol":"json","version":1}\u001e',
    ]),
};
