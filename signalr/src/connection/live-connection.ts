import type { Settings } from '../options.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { splitRecords, toRecord } from '../protocol/frames.ts';
import { checkHandshake, HANDSHAKE_ACCEPTED } from '../protocol/handshake.ts';
import { MESSAGE_TYPE, readMessage } from '../protocol/messages.ts';
import type { Ticket } from '../tickets.ts';
import { CallQueue } from './call-queue.ts';
import { ClientResults } from './client-results.ts';
import type { Connection } from './connection.ts';
import { Dispatch } from './dispatch.ts';
import type { Ending } from './endings.ts';
import * as ends from './endings.ts';
import { runOnConnected, runOnDisconnected } from './hooks.ts';
import type { FindMethod } from './methods.ts';
import { SendQueue } from './send-queue.ts';
import { type HubSocket, type SocketData, textOf } from './socket.ts';

interface Dependencies {
  readonly socket: HubSocket;
  readonly ticket: Ticket;
  readonly settings: Settings;
  readonly find: FindMethod;
  /** The handshake is done. */
  readonly opened: (connection: Connection) => void;
  /** The connection has ended. */
  readonly ended: (connection: Connection) => void;
}

const OVER = 'The connection has ended.';

/** An open connection: handshake, then messages, then an end that is reported once. */
export class LiveConnection implements Connection {
  readonly id: string;
  readonly user: string;
  readonly #dependencies: Dependencies;
  readonly #outbox: SendQueue;
  readonly #queue: CallQueue;
  readonly #results: ClientResults;
  readonly #dispatch: Dispatch;
  readonly #over = new AbortController();
  readonly #socketGone = Promise.withResolvers<void>();
  #phase: ends.Phase = 'handshake';
  #silence: NodeJS.Timeout | undefined;
  #onDisconnectedDone: Promise<void> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    const { socket, ticket, settings, find } = dependencies;
    this.#dependencies = dependencies;
    this.id = ticket.connectionId;
    this.user = ticket.user;
    this.#outbox = new SendQueue(socket);
    this.#queue = new CallQueue(settings.maxWaitingCalls);
    this.#results = new ClientResults(settings.clientResultTimeoutMs);
    this.#dispatch = new Dispatch({
      caller: this,
      find,
      queue: this.#queue,
      results: this.#results,
      reply: (record) => this.#transmit(record),
      closedByClient: (error) => this.#end(ends.closedByClient(error)),
      log: settings.log,
    });
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get bufferedBytes(): number {
    return this.#outbox.bufferedBytes;
  }

  /** Resolves when the socket is gone and `onDisconnected` is done. */
  get finished(): Promise<void> {
    return this.#socketGone.promise.then(() => this.#onDisconnectedDone);
  }

  start(): void {
    const { socket, settings } = this.#dependencies;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', (code) => this.#socketClosed(code));
    socket.on('error', (error) => settings.log({ event: 'socket-failed', connectionId: this.id, error }));
    this.#silence = setTimeout(() => this.#end(ends.WITHOUT_HANDSHAKE), settings.handshakeTimeoutMs).unref();
  }

  send(target: string, ...args: readonly unknown[]): boolean {
    return this.#transmit(toRecord({ type: MESSAGE_TYPE.invocation, target, arguments: args }));
  }

  invoke(target: string, ...args: readonly unknown[]): Promise<unknown> {
    if (this.#phase === 'ended') return Promise.reject(new Error(OVER));
    return this.#results.expect((invocationId) => {
      this.#transmit(toRecord({ type: MESSAGE_TYPE.invocation, invocationId, target, arguments: args }));
    });
  }

  drained(): Promise<boolean> {
    return this.#outbox.drained();
  }

  close(ending: Ending = {}): void {
    this.#end(ends.closedByServer(ending, this.#phase));
  }

  #receive(data: SocketData, isBinary: boolean): void {
    if (this.#phase === 'ended') return;
    try {
      const records = splitRecords(textOf(data, isBinary, this.#dependencies.settings.maxMessageBytes));
      // [HubProtocol: Overview] hub messages may follow the handshake in the same socket message.
      if (this.#phase === 'handshake') this.#shakeHands(records.shift() ?? '');
      this.#silence?.refresh();
      for (const record of records) this.#handle(record);
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        this.#dependencies.settings.log({ event: 'failed', connectionId: this.id, error });
      }
      this.#end(ends.protocolFault(error, this.#phase));
    }
  }

  #shakeHands(record: string): void {
    checkHandshake(record);
    const { settings, opened } = this.#dependencies;
    this.#phase = 'open';
    this.#outbox.send(HANDSHAKE_ACCEPTED);
    this.#outbox.keepAlive(settings.keepAliveMs);
    clearTimeout(this.#silence);
    const { clientTimeoutMs } = settings;
    this.#silence = setTimeout(
      () => this.#end(ends.clientTimedOut(clientTimeoutMs)),
      clientTimeoutMs,
    ).unref();
    opened(this);
    settings.log({ event: 'connected', connectionId: this.id });
    this.#queue.add(() => runOnConnected(this, settings));
  }

  #handle(record: string): void {
    // An earlier record of the same message may have been the end.
    if (this.#phase === 'open') this.#dispatch.handle(readMessage(record));
  }

  #transmit(record: string): boolean {
    if (this.#phase !== 'ended' && this.bufferedBytes > this.#dependencies.settings.maxBufferedBytes) {
      this.#end(ends.tooSlow());
    }
    if (this.#phase === 'ended') return false;
    this.#outbox.send(record);
    return true;
  }

  #socketClosed(code: number): void {
    this.#end(ends.socketClosed(code));
    this.#socketGone.resolve();
  }

  #end({ record, code, closeReason = '', reason }: ends.ConnectionEnd): void {
    if (this.#phase === 'ended') return;
    const wasOpen = this.#phase === 'open';
    this.#phase = 'ended';
    clearTimeout(this.#silence);
    if (record !== undefined) this.#outbox.send(record);
    this.#outbox.stop();
    this.#closeSocket(code, closeReason);
    this.#over.abort();
    this.#results.rejectAll(new Error(OVER));
    const { settings, ended } = this.#dependencies;
    ended(this);
    settings.log({
      event: 'disconnected',
      connectionId: this.id,
      ...(reason === undefined ? {} : { reason }),
    });
    if (wasOpen)
      this.#onDisconnectedDone = this.#queue.finish(() => runOnDisconnected(this, reason, settings));
  }

  #closeSocket(code: number, closeReason: string): void {
    const { socket, settings } = this.#dependencies;
    const closeTimeout = setTimeout(() => socket.terminate(), settings.closeTimeoutMs).unref();
    void this.#socketGone.promise.then(() => clearTimeout(closeTimeout));
    socket.close(code, closeReason);
  }
}
