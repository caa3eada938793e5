import type { Connection } from './connection/connection.ts';
import type { Ending } from './connection/endings.ts';
import { LiveConnection } from './connection/live-connection.ts';
import { type FindMethod, indexMethods } from './connection/methods.ts';
import type { HubSocket } from './connection/socket.ts';
import { type HubOptions, type Settings, settingsOf } from './options.ts';
import { type Negotiation, negotiationOf, versionFor } from './protocol/negotiate.ts';
import { directTicket, type Ticket, Tickets } from './tickets.ts';

/** Whether a socket may be opened: with 101 upgrade and `accept` it, otherwise answer with the status. */
export type Admission =
  | { readonly status: 101; readonly ticket: Ticket }
  | { readonly status: 401 | 403 | 404 | 409 | 503 };

/** A hub with these methods. Throws when an option is out of range or two methods differ only in case. */
export function createHub(options: HubOptions): Hub {
  return new Hub(options);
}

/** Who is connected, and the ways in. `user` is whatever names a signed-in user for good; null is nobody. */
export class Hub {
  readonly #settings: Settings;
  readonly #find: FindMethod;
  readonly #tickets: Tickets;
  readonly #open = new Map<string, Connection>();
  /** All sockets not yet gone, those without a handshake among them. */
  readonly #accepted = new Map<string, LiveConnection>();
  #closed: Ending | null = null;

  constructor(options: HubOptions) {
    this.#settings = settingsOf(options);
    this.#find = indexMethods(options.methods);
    const { tokenLifetimeMs, maxPendingTokens } = this.#settings;
    this.#tickets = new Tickets({ lifetimeMs: tokenLifetimeMs, max: maxPendingTokens });
  }

  /** Connections after their handshake, by id. */
  get connections(): ReadonlyMap<string, Connection> {
    return this.#open;
  }

  /** [TransportProtocols: negotiate request] the answer to a POST; its body goes out as JSON and must not be cached. */
  negotiate({ user, version }: { user: string | null; version: string | null }): {
    status: 200 | 401;
    body: Negotiation;
  } {
    if (user === null) return { status: 401, body: { error: 'Sign in first.' } };
    if (this.#closed !== null) return { status: 200, body: { error: 'The server is closing.' } };
    const answered = versionFor(version);
    if (answered === null) return { status: 200, body: { error: 'negotiateVersion must be 0 or 1.' } };
    const ticket = this.#tickets.offer(user, answered);
    if (ticket === null)
      return { status: 200, body: { error: 'The server is busy. Try again in a moment.' } };
    return { status: 200, body: negotiationOf(ticket, answered) };
  }

  /** [TransportProtocols: WebSockets] decides before the upgrade. Without a token the client skipped the negotiation. */
  admit({ user, connectionToken }: { user: string | null; connectionToken: string | null }): Admission {
    if (user === null) return { status: 401 };
    if (this.#closed !== null) return { status: 503 };
    if (connectionToken === null) return { status: 101, ticket: directTicket(user) };
    const taken = this.#tickets.take(connectionToken, user);
    return typeof taken === 'number' ? { status: taken } : { status: 101, ticket: taken };
  }

  /** Takes over an open socket, at once after its upgrade so that no message is missed. Throws for a used ticket. */
  accept(socket: HubSocket, ticket: Ticket): void {
    const { connectionId, connectionToken } = ticket;
    if (this.#accepted.has(connectionId)) throw new Error('This ticket has a socket already.');
    this.#tickets.attach(ticket);
    const connection = new LiveConnection({
      socket,
      ticket,
      settings: this.#settings,
      find: this.#find,
      opened: (opened) => this.#open.set(opened.id, opened),
      ended: (ended) => this.#open.delete(ended.id),
    });
    this.#accepted.set(connectionId, connection);
    connection.start();
    void connection.finished.then(() => {
      this.#accepted.delete(connectionId);
      this.#tickets.release(connectionToken);
    });
    if (this.#closed !== null) connection.close(this.#closed);
  }

  /**
   * Ends every connection and takes no new ones. Resolves when all sockets are gone and every `onDisconnected` is done,
   * after `closeTimeoutMs` in any case.
   */
  async close(ending: Ending = {}): Promise<void> {
    this.#closed ??= ending;
    this.#tickets.clear();
    for (const connection of this.#accepted.values()) connection.close(ending);
    const finished = [...this.#accepted.values()].map((connection) => connection.finished);
    const closeTimeout = Promise.withResolvers<void>();
    const timer = setTimeout(closeTimeout.resolve, this.#settings.closeTimeoutMs);
    await Promise.race([Promise.all(finished), closeTimeout.promise]);
    clearTimeout(timer);
  }

  /** [HubProtocol: Close Message Encoding] a server that goes down invites its clients to come back. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close({ allowReconnect: true });
  }
}
