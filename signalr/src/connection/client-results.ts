import type { Completion } from '../protocol/messages.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timeout: NodeJS.Timeout;
}

/** Our own calls to one client that still wait for its answer. */
export class ClientResults {
  readonly #waiting = new Map<string, Waiting>();
  readonly #timeoutMs: number;
  #count = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Sends by `call`, which gets the id to use. [HubProtocol: Errors] each side numbers its own calls. */
  expect(call: (id: string) => void): Promise<unknown> {
    this.#count += 1;
    const id = `s${this.#count}`;
    return new Promise((resolve, reject) => {
      const late = new Error(`The client gave no result within ${this.#timeoutMs} ms.`);
      const timeout = setTimeout(() => this.#take(id)?.reject(late), this.#timeoutMs).unref();
      this.#waiting.set(id, { resolve, reject, timeout });
      try {
        call(id);
      } catch (error) {
        this.#take(id);
        throw error;
      }
    });
  }

  /** False when no call waits for it, or no longer. */
  settle({ id, result, error }: Completion): boolean {
    const waiting = this.#take(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
    return waiting !== undefined;
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timeout);
    this.#waiting.delete(id);
    return waiting;
  }
}
