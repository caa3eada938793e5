import type { HubEvent } from '../options.ts';
import { CLOSE_CODE, ProtocolError } from '../protocol/errors.ts';
import { answerTo, errorAnswer, rejectionOf } from '../protocol/invocation.ts';
import type { Call, ClientMessage } from '../protocol/messages.ts';
import type { CallQueue } from './call-queue.ts';
import type { ClientResults } from './client-results.ts';
import type { Connection } from './connection.ts';
import type { FindMethod, HubMethod } from './methods.ts';

interface Dependencies {
  readonly caller: Connection;
  readonly find: FindMethod;
  readonly queue: CallQueue;
  readonly results: ClientResults;
  readonly reply: (record: string) => void;
  /** The client closes the connection. */
  readonly closedByClient: (error: string | undefined) => void;
  readonly log: (event: HubEvent) => void;
}

/** An unknown method name is the client's own text, so only the beginning is logged. */
const LOGGED_NAME_LENGTH = 100;

/** Handles each kind of message of one connection after its handshake. */
export class Dispatch {
  readonly #dependencies: Dependencies;
  /** Ids of the calls that are waiting or running. */
  readonly #unanswered = new Set<string>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws `ProtocolError` when the client must be dropped for it. */
  handle(message: ClientMessage): void {
    switch (message.kind) {
      case 'invocation':
      case 'stream-invocation':
        this.#call(message);
        break;
      case 'completion':
        // A late answer, or the end of a rejected upload.
        if (!this.#dependencies.results.settle(message)) this.#ignore('completion of an unknown call');
        break;
      case 'stream-item':
        this.#ignore('item of an unknown stream');
        break;
      case 'close':
        this.#dependencies.closedByClient(message.error);
        break;
      case 'unknown':
        this.#ignore(`message type ${message.type}`);
        break;
      case 'cancel': // [HubProtocol: Cancellation] a method need not stop, and its completion is sent all the same.
      case 'ping': // [HubProtocol: Ping] needs no answer; like any message it has shown that the client lives.
        break;
    }
  }

  #call(call: Call): void {
    const { find, queue, caller, log } = this.#dependencies;
    if (call.id !== undefined && this.#unanswered.has(call.id)) {
      throw new ProtocolError(`The 'invocationId' belongs to a call that is not answered yet.`);
    }
    const method = find(call.target);
    const rejection = rejectionOf(call, method);
    if (method === undefined || rejection !== undefined) {
      log({
        event: 'call-refused',
        connectionId: caller.id,
        method: call.target.slice(0, LOGGED_NAME_LENGTH),
      });
      this.#answer(errorAnswer(call, rejection ?? ''));
      return;
    }
    if (call.id !== undefined) this.#unanswered.add(call.id);
    if (!queue.add(() => this.#run(call, method))) {
      throw new ProtocolError('Too many calls are waiting for an earlier one.', CLOSE_CODE.policy);
    }
  }

  async #run(call: Call, method: HubMethod): Promise<void> {
    const { caller, log } = this.#dependencies;
    const { record, failure } = await answerTo(call, method, caller);
    if (call.id !== undefined) this.#unanswered.delete(call.id);
    if (failure !== undefined) {
      log({ event: 'method-failed', connectionId: caller.id, method: call.target, error: failure });
    }
    this.#answer(record);
  }

  #answer(record: string | null): void {
    if (record !== null) this.#dependencies.reply(record);
  }

  #ignore(reason: string): void {
    this.#dependencies.log({ event: 'record-ignored', connectionId: this.#dependencies.caller.id, reason });
  }
}
