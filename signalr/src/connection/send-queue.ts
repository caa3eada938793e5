import { toRecord } from '../protocol/frames.ts';
import { MESSAGE_TYPE } from '../protocol/messages.ts';
import type { HubSocket } from './socket.ts';

const PING = toRecord({ type: MESSAGE_TYPE.ping });

/** Sends records to one client in order, pings after silence, and resolves callers that wait for the network. */
export class SendQueue {
  readonly #socket: HubSocket;
  readonly #waiting: ((drained: boolean) => void)[] = [];
  #keepAlive: NodeJS.Timeout | undefined;
  #untaken = 0;
  #stopped = false;

  constructor(socket: HubSocket) {
    this.#socket = socket;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(record: string): void {
    this.#untaken += 1;
    this.#keepAlive?.refresh();
    this.#socket.send(record, () => this.#taken());
  }

  /** [HubProtocol: Ping] only when nothing else was sent for `everyMs`; the ping itself starts the next wait. */
  keepAlive(everyMs: number): void {
    this.#keepAlive = setTimeout(() => this.send(PING), everyMs).unref();
  }

  drained(): Promise<boolean> {
    if (this.#stopped) return Promise.resolve(false);
    if (this.#untaken === 0) return Promise.resolve(true);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** No more pings; pending sends are rejected. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#keepAlive);
    this.#keepAlive = undefined;
    this.#release(false);
  }

  #taken(): void {
    this.#untaken -= 1;
    if (this.#untaken === 0) this.#release(true);
  }

  #release(drained: boolean): void {
    for (const resolve of this.#waiting.splice(0)) resolve(drained);
  }
}
