import type { Ending } from './endings.ts';

/** One client, from its handshake to its end. After a reconnect the same client is a new connection. */
export interface Connection {
  /** Public, unique; what the client calls its `connectionId`. */
  readonly id: string;
  /** As given to `negotiate` and `admit`. */
  readonly user: string;
  /** Aborts when the connection ends; long-running methods watch it. */
  readonly signal: AbortSignal;
  /** Bytes sent and not yet taken by the network. */
  readonly bufferedBytes: number;
  /**
   * Calls a handler in the client without waiting for an answer. False when the connection has ended.
   * Handler names ignore case. Throws what `JSON.stringify` throws.
   */
  send(target: string, ...args: readonly unknown[]): boolean;
  /**
   * Calls a handler in the client and waits for what it returns. Never await it inside a method of the same
   * connection unless the client answers automatically. Rejects with the client's error text, after
   * `clientResultTimeoutMs`, and when the connection ends.
   */
  invoke(target: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Resolves with true once the network has taken everything sent so far, with false when the connection has ended. */
  drained(): Promise<boolean>;
  /** Ends the connection with a close record. Does nothing when it has ended already. */
  close(ending?: Ending): void;
}
