import { EventEmitter } from 'node:events';
import type { HubSocket, SocketData } from '../src/index.ts';

/** A socket whose client is the test: it sends anything and reads what it received. */
export class ScriptedSocket extends EventEmitter implements HubSocket {
  /** Every text sent, in order. */
  readonly sent: string[] = [];
  closedWith: { code: number; reason: string } | undefined;
  terminated = false;
  /** False: the network takes nothing, until `take`. */
  flowing = true;
  /** False: the peer never answers our closing. */
  polite = true;
  readonly #untaken: { bytes: number; done: () => void }[] = [];

  get bufferedAmount(): number {
    return this.#untaken.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The records sent, as values. */
  get records(): unknown[] {
    return this.sent.map((text) => JSON.parse(text.slice(0, -1)));
  }

  send(text: string, done: () => void): void {
    this.sent.push(text);
    if (this.flowing) done();
    else this.#untaken.push({ bytes: Buffer.byteLength(text), done });
  }

  close(code: number, reason: string): void {
    this.closedWith = { code, reason };
    if (this.polite) this.drop(code);
  }

  terminate(): void {
    this.terminated = true;
    this.drop(1006);
  }

  /** The client sends these values, one record each, in one message. */
  say(...messages: unknown[]): void {
    this.sayText(messages.map((message) => `${JSON.stringify(message)}\u001e`).join(''));
  }

  sayText(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }

  sayData(data: SocketData, isBinary: boolean): void {
    this.emit('message', data, isBinary);
  }

  /** The socket is gone. */
  drop(code: number): void {
    this.emit('close', code);
  }

  fail(error: Error): void {
    this.emit('error', error);
  }

  /** The network takes the oldest `count` messages. */
  take(count = Number.POSITIVE_INFINITY): void {
    for (const { done } of this.#untaken.splice(0, count)) done();
  }
}
