import { problems, SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE } from '@tealight/contract';
import type { WebSocket } from 'ws';
import type { DeviceIdentity } from '../device-identity.ts';
import { firstText } from '../reconnect-hint.ts';
import type { DeviceConnection, Ending } from '../subscribers.ts';

/** Messages that a device may send between two pings: the protocol has none after the first. */
const MAX_MESSAGES = 20;
const HEARTBEAT = '{"heartbeat":true}';
const POLICY_CLOSE = 1008;
const RESTART_CLOSE = 1012;

/** Close code and reason of each ending; a device may show the reason. */
export const closings: Readonly<Record<Ending, readonly [number, string]>> = {
  'wrong-code': [WRONG_CODE_CLOSE, problems['wrong-code'].title],
  removed: [WRONG_CODE_CLOSE, 'This device was removed: enter the connection code again'],
  crowded: [SLOW_DOWN_CLOSE, 'Too many devices are connected with this code'],
  restart: [RESTART_CLOSE, 'Tealight restarts: come back in a moment'],
};

/** A device on a WebSocket. On a slow connection messages are not queued: the latest replaces those not yet sent. */
export class WebSocketConnection implements DeviceConnection {
  readonly identity: DeviceIdentity;
  readonly #socket: WebSocket;
  #first = true;
  #sending = false;
  #next: string | null = null;
  #alive = true;
  #received = 0;

  constructor(socket: WebSocket, identity: DeviceIdentity) {
    this.#socket = socket;
    this.identity = identity;
    socket.on('pong', () => {
      this.#alive = true;
    });
    socket.on('message', () => this.#count());
  }

  show(text: string): void {
    if (this.#sending) {
      this.#next = text;
      return;
    }
    this.#sending = true;
    const first = this.#first ? firstText(text, this.identity.heartbeat === true) : text;
    this.#socket.send(first, this.#sent);
    this.#first = false;
  }

  /** Closes a connection that did not answer the last ping; pings the others. */
  beat(): void {
    this.#received = 0;
    if (this.#alive) this.#socket.ping();
    else this.#socket.terminate();
    this.#alive = false;
  }

  /** Not needed while data is still being sent, and not sent before the first glow. */
  heartbeat(): void {
    if (!this.#sending && !this.#first) this.#socket.send(HEARTBEAT);
  }

  end(why: Ending): void {
    this.#next = null;
    this.#socket.close(...closings[why]);
  }

  readonly #sent = (error?: Error | null): void => {
    this.#sending = false;
    const next = this.#next;
    this.#next = null;
    if (next !== null && error == null) this.show(next);
  };

  #count(): void {
    this.#received += 1;
    if (this.#received > MAX_MESSAGES) this.#socket.close(POLICY_CLOSE, 'A device only listens here');
  }
}
