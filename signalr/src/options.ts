import type { Connection } from './connection/connection.ts';
import type { HubMethod } from './connection/methods.ts';

/** What a hub tells its operator. Never an argument, a result or a token; `method` is what the client asked for. */
export interface HubEvent {
  readonly event:
    | 'connected'
    | 'disconnected' //    `reason` unless it was a clean end
    | 'method-failed' //   `method`, `error`: an unexpected error; the client knows only that there was one
    | 'call-refused' //    `method`: unknown, or called in a way that is not supported
    | 'record-ignored' //  `reason`: a record of no meaning here
    | 'failed' //          `error`, thrown by onConnected, by onDisconnected or, a bug, by the hub itself
    | 'socket-failed'; //  `error`, emitted by the socket
  readonly connectionId: string;
  readonly method?: string;
  readonly reason?: string;
  readonly error?: unknown;
}

/** Numbers a hub is run by. Milliseconds are whole and below 2³¹. */
export interface HubLimits {
  /** A ping goes out after this long without anything sent. Clients give up after 30 s of silence by default. */
  readonly keepAliveMs: number;
  /** A client silent for this long is dropped; at least twice the client's own ping interval. */
  readonly clientTimeoutMs: number;
  /** From the open socket to the handshake. */
  readonly handshakeTimeoutMs: number;
  /** How long `connection.invoke` waits for the client's result. */
  readonly clientResultTimeoutMs: number;
  /** From the negotiation to the open socket. */
  readonly tokenLifetimeMs: number;
  /** How long to wait for the peer after a socket was closed. */
  readonly closeTimeoutMs: number;
  /** Largest message taken from a client. */
  readonly maxMessageBytes: number;
  /** A client that leaves more than this untaken is dropped at the next send. One record may be larger. */
  readonly maxBufferedBytes: number;
  /** Calls of one connection that wait for the one in progress; more and it is dropped. */
  readonly maxWaitingCalls: number;
  /** Negotiated connections without a socket, of all users. */
  readonly maxPendingTokens: number;
}

export interface HubOptions extends Partial<HubLimits> {
  readonly methods: Readonly<Record<string, HubMethod>>;
  /** Runs after the handshake and before the connection's first call. When it throws, the connection is closed. */
  readonly onConnected?: (connection: Connection) => unknown;
  /** Runs once, after the call in progress. `reason` is undefined after a clean end. */
  readonly onDisconnected?: (connection: Connection, reason: string | undefined) => unknown;
  readonly log?: (event: HubEvent) => void;
}

// The first four and the message size are the reference server's defaults; the other limits are this hub's own guesses,
// generous for people at a screen.
const DEFAULTS: HubLimits = {
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  handshakeTimeoutMs: 15_000,
  clientResultTimeoutMs: 30_000,
  tokenLifetimeMs: 15_000,
  closeTimeoutMs: 5_000,
  maxMessageBytes: 32 * 1024,
  maxBufferedBytes: 4 * 1024 * 1024,
  maxWaitingCalls: 256,
  maxPendingTokens: 10_000,
};

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Options with every default filled in. Throws a RangeError naming the limit that is no positive whole number. */
export function settingsOf(options: HubOptions): Settings {
  const settings = { log: () => {}, ...DEFAULTS, ...options };
  for (const name of Object.keys(DEFAULTS) as (keyof HubLimits)[]) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < 1 || value > MAX_TIMEOUT_MS) {
      throw new RangeError(`The hub's ${name} must be a whole number from 1 to ${MAX_TIMEOUT_MS}.`);
    }
  }
  return settings;
}

export type Settings = HubOptions & HubLimits & { readonly log: (event: HubEvent) => void };
