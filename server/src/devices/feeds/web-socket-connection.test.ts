import { EventEmitter } from 'node:events';
import { WRONG_CODE_CLOSE } from '@tealight/contract';
import { expect, test } from 'vitest';
import { WebSocketConnection } from './web-socket-connection.ts';

const identity = {
  wearerId: 1,
  code: '0123456789',
  accountId: null,
  deviceId: 'bed',
  kind: 'lamp',
  name: null,
};
const glow = (value: number) => JSON.stringify({ value });

/** A socket whose network accepts a message only when the test allows it. */
class SlowSocket extends EventEmitter {
  readonly sent: string[] = [];
  readonly calls: string[] = [];
  #taken: () => void = () => {};

  send(text: string, taken: () => void): void {
    this.sent.push(text);
    this.#taken = taken;
  }
  take(): void {
    this.#taken();
  }
  ping(): void {
    this.calls.push('ping');
  }
  terminate(): void {
    this.calls.push('terminate');
  }
  close(code: number): void {
    this.calls.push(`close ${code}`);
  }
}

function slowConnection() {
  const socket = new SlowSocket();
  return { socket, connection: new WebSocketConnection(socket as never, identity) };
}

const valuesOf = ({ sent }: SlowSocket) => sent.map((text) => (JSON.parse(text) as { value: number }).value);

test('[DEV-2] a lamp that reads slowly misses older glows, and gets the latest', () => {
  const { socket, connection } = slowConnection();
  for (let value = 1; value <= 1000; value += 1) connection.show(glow(value));
  expect(valuesOf(socket)).toEqual([1]);
  socket.take();
  expect(valuesOf(socket)).toEqual([1, 1000]);
  socket.take();
  connection.show(glow(1001));
  expect(valuesOf(socket)).toEqual([1, 1000, 1001]);
});

test('a lamp that answers pings stays connected, one that does not is disconnected at the next ping', () => {
  const { socket, connection } = slowConnection();
  connection.beat();
  socket.emit('pong');
  connection.beat();
  connection.beat();
  expect(socket.calls).toEqual(['ping', 'ping', 'terminate']);
});

test('a disconnected lamp is not sent the messages that were still queued', () => {
  const { socket, connection } = slowConnection();
  connection.show(glow(1));
  connection.show(glow(2));
  connection.end('wrong-code');
  socket.take();
  expect(socket.calls).toEqual([`close ${WRONG_CODE_CLOSE}`]);
  expect(valuesOf(socket)).toEqual([1]);
});
