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

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A ticket for a client that skipped the negotiation. */
export function directTicket(user: string): Ticket {
  return { connectionId: random(ID_BYTES), connectionToken: random(TOKEN_BYTES), user };
}

/** Negotiated connections, from the offer until their socket is gone. */
export class Tickets {
  readonly #entries = new Map<string, Entry>();
  readonly #lifetimeMs: number;
  readonly #max: number;
  #untaken = 0;

  constructor({ lifetimeMs, max }: { lifetimeMs: number; max: number }) {
    this.#lifetimeMs = lifetimeMs;
    this.#max = max;
  }

  /** A fresh ticket, good for `lifetimeMs`; null while too many are waiting for their socket. */
  offer(user: string, version: NegotiateVersion): Ticket | null {
    if (this.#untaken >= this.#max) return null;
    const connectionToken = random(TOKEN_BYTES);
    const connectionId = version === 0 ? connectionToken : random(ID_BYTES);
    const expiry = setTimeout(() => this.release(connectionToken), this.#lifetimeMs).unref();
    const ticket = { connectionId, connectionToken, user };
    this.#entries.set(connectionToken, { ticket, taken: false, expiry });
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
    this.#untaken -= 1;
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
    if (!entry.taken) this.#untaken -= 1;
    this.#entries.delete(connectionToken);
  }

  /** Forgets all of them. */
  clear(): void {
    for (const token of [...this.#entries.keys()]) this.release(token);
  }
}
