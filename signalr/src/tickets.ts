import { randomBytes } from 'node:crypto';
import type { ConnectionIds, NegotiateVersion } from './protocol/negotiate.ts';

/** The right to one connection. `hub.admit` hands it out, `hub.accept` takes it. */
export interface Ticket extends ConnectionIds {
  readonly user: string;
}

interface Entry {
  readonly ticket: Ticket;
  taken: boolean;
  readonly expiry: NodeJS.Timeout;
}

// Protocol text and reference server ask for at least 128 random bits; base64url needs no escaping in the query.
const ID_BYTES = 16;
const TOKEN_BYTES = 32;

/** The most that one user may have untaken: far more than its windows open at once. Own choice. */
const UNTAKEN_OF_USER = 10;

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A ticket for a client that skipped the negotiation. */
export function directTicket(user: string): Ticket {
  return { connectionId: random(ID_BYTES), connectionToken: random(TOKEN_BYTES), user };
}

/** Negotiated connections, from the offer until their socket is gone. */
export class Tickets {
  readonly #entries = new Map<string, Entry>();
  /** The untaken tokens of each user, the oldest first. */
  readonly #untakenOf = new Map<string, Set<string>>();
  readonly #lifetimeMs: number;
  readonly #max: number;
  #untaken = 0;

  constructor({ lifetimeMs, max }: { lifetimeMs: number; max: number }) {
    this.#lifetimeMs = lifetimeMs;
    this.#max = max;
  }

  /**
   * A fresh ticket, good for `lifetimeMs`, in place of the user's oldest where it has many; null while too many of all
   * users are waiting for their socket.
   */
  offer(user: string, version: NegotiateVersion): Ticket | null {
    const own = this.#untakenOf.get(user) ?? new Set();
    const [oldest] = own;
    if (oldest !== undefined && own.size >= UNTAKEN_OF_USER) this.release(oldest);
    if (this.#untaken >= this.#max) return null;
    const connectionToken = random(TOKEN_BYTES);
    const connectionId = version === 0 ? connectionToken : random(ID_BYTES);
    const expiry = setTimeout(() => this.release(connectionToken), this.#lifetimeMs).unref();
    const ticket = { connectionId, connectionToken, user };
    this.#entries.set(connectionToken, { ticket, taken: false, expiry });
    this.#untakenOf.set(user, own.add(connectionToken));
    this.#untaken += 1;
    return ticket;
  }

  /** [TransportProtocols: WebSockets] the ticket, or the status that refuses the upgrade. */
  take(connectionToken: string, user: string): Ticket | 403 | 404 | 409 {
    const entry = this.#entries.get(connectionToken);
    if (entry === undefined) return 404;
    if (entry.ticket.user !== user) return 403;
    if (entry.taken) return 409;
    entry.taken = true;
    this.#forgetUntaken(entry.ticket);
    // The expiry keeps running: an upgrade that fails half-way never comes to `attach`.
    return entry.ticket;
  }

  /** A socket holds the ticket now: it no longer expires, and a second socket is refused with 409. */
  attach({ connectionToken }: Ticket): void {
    clearTimeout(this.#entries.get(connectionToken)?.expiry);
  }

  /** Forgets a ticket, whatever its state. */
  release(connectionToken: string): void {
    const entry = this.#entries.get(connectionToken);
    if (entry === undefined) return;
    clearTimeout(entry.expiry);
    if (!entry.taken) this.#forgetUntaken(entry.ticket);
    this.#entries.delete(connectionToken);
  }

  #forgetUntaken({ connectionToken, user }: Ticket): void {
    this.#untaken -= 1;
    const own = this.#untakenOf.get(user);
    own?.delete(connectionToken);
    if (own?.size === 0) this.#untakenOf.delete(user);
  }

  /** Forgets all of them. */
  clear(): void {
    for (const token of [...this.#entries.keys()]) this.release(token);
  }
}
