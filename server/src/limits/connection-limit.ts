import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';

/**
 * Connections of all protocols in total, and from one address. Own choice: the total costs some 250 MB when it is used
 * up; the limit of an address is more than the lamps and people behind one address need.
 */
const defaultLimits: ConnectionLimits = { total: 16_000, perAddress: 1000 };
/** Files that the process needs apart from these connections: the database, vendors, the browser, logs. */
const OTHER_FILES = 400;
const PROCESS_LIMITS = '/proc/self/limits';

export type ConnectionLimits = { total: number; perAddress: number };

/** An admitted connection, whose owner says when it is idle. */
export type AdmittedConnection = {
  /** It waits for the client, and may be closed for a new connection. */
  setIdle(): void;
  /** It is being answered, or is a long-lived one: it is not closed for others. */
  setBusy(): void;
};

export type ConnectionLimit = {
  /**
   * Counts a connection until it closes; it starts as idle. `address` is null for an address with many clients, such as
   * a reverse proxy's. At the limit, the connection that has been idle longest is closed, of this address or of all;
   * when none is idle, the new one is closed, and the result is null.
   */
  admit(connection: Duplex, address: string | null): AdmittedConnection | null;
  /** Open connections. */
  readonly open: number;
  /** Addresses that they come from, without those with many clients. */
  readonly addresses: number;
  /** New connections that were closed at the limit. */
  readonly rejected: number;
  /** Idle connections that were closed for new ones. */
  readonly evicted: number;
};

/** Idle connections, the longest idle first, each with the function that stops counting it. */
type IdleConnections = Map<Duplex, () => void>;
type ConnectionsOfAddress = { address: string; open: number; idle: IdleConnections };

const admitted = new WeakMap<Duplex, AdmittedConnection>();

/** The admitted connection that a socket belongs to; undefined for one that no limit has admitted. */
export const admittedConnection = (socket: Duplex): AdmittedConnection | undefined => admitted.get(socket);

/** Another socket of an admitted connection, which a TLS handshake has made. */
export const addSocketOf = (connection: AdmittedConnection, socket: Duplex): void =>
  void admitted.set(socket, connection);

/** Limits the open connections, in total and by address. */
export function openConnectionLimit(limits: ConnectionLimits): ConnectionLimit {
  const open = new Set<Duplex>();
  const idle: IdleConnections = new Map();
  const byAddress = new Map<string, ConnectionsOfAddress>();
  let rejected = 0;
  let evicted = 0;

  const evictOldest = (candidates: IdleConnections): boolean => {
    const [oldest] = candidates;
    if (oldest === undefined) return false;
    const [connection, stopCounting] = oldest;
    evicted += 1;
    // At once: its `close` event comes later.
    stopCounting();
    connection.destroy();
    return true;
  };
  return {
    admit(connection, address) {
      const own = address === null ? null : (byAddress.get(address) ?? { address, open: 0, idle: new Map() });
      const isAdmitted =
        (own === null || own.open < limits.perAddress || evictOldest(own.idle)) &&
        (open.size < limits.total || evictOldest(idle));
      if (!isAdmitted) {
        rejected += 1;
        connection.destroy();
        return null;
      }
      const setIdle = (isIdle: boolean) => {
        idle.delete(connection);
        own?.idle.delete(connection);
        if (!isIdle || !open.has(connection)) return;
        idle.set(connection, stopCounting);
        own?.idle.set(connection, stopCounting);
      };
      const stopCounting = () => {
        if (!open.delete(connection)) return;
        setIdle(false);
        if (own === null) return;
        own.open -= 1;
        if (own.open === 0) byAddress.delete(own.address);
      };
      open.add(connection);
      if (own !== null) {
        own.open += 1;
        byAddress.set(own.address, own);
      }
      setIdle(true);
      connection.once('close', stopCounting);
      const admittedOne = { setIdle: () => setIdle(true), setBusy: () => setIdle(false) };
      admitted.set(connection, admittedOne);
      return admittedOne;
    },
    get open() {
      return open.size;
    },
    get addresses() {
      return byAddress.size;
    },
    get rejected() {
      return rejected;
    },
    get evicted() {
      return evicted;
    },
  };
}

/** The limits, reduced to the files that the process may open. Load tests have no limit for one address. */
export function connectionLimits(
  { byAddress }: { byAddress: boolean },
  file = PROCESS_LIMITS,
): ConnectionLimits {
  const total = Math.min(defaultLimits.total, Math.max(100, maxOpenFiles(file) - OTHER_FILES));
  return { total, perAddress: byAddress ? Math.min(defaultLimits.perAddress, total) : total };
}

/** How many files the process may open (Linux); infinite where that is not known. */
function maxOpenFiles(file: string): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
