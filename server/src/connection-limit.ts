import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';

/**
 * Connections in all, of every protocol together, and of one address. Own choice: the first costs some 250 MB when all
 * are used, the second is more than the lamps and people behind one address have.
 */
export const usualLimits: ConnectionLimits = { total: 16_000, ofAddress: 1000 };
/** Files that the process needs besides its connections: the database, the vendors, the browser, the logs. */
const OTHER_FILES = 400;

export type ConnectionLimits = { total: number; ofAddress: number };

/** What is known of one open connection. */
export type Admitted = {
  /** It waits for the client, and may be closed when another needs its place. */
  idle(): void;
  /** It is answered, or stays open for good: nobody takes its place. */
  busy(): void;
};

export type ConnectionLimit = {
  /**
   * Counts a connection until it closes; it starts out idle. `address` is null where one address stands for many, as
   * a reverse proxy's does. When there is no room the connection that has been idle longest is closed, of this address
   * or of all; when none is idle the new one is closed and null is returned.
   */
  admit(connection: Duplex, address: string | null): Admitted | null;
  /** Connections open now. */
  readonly open: number;
  /** New connections closed because there was no room. */
  readonly refused: number;
  /** Idle connections closed to make room. */
  readonly dropped: number;
};

/** Idle connections, the longest idle first, each with what takes it out of the count. */
type Idle = Map<Duplex, () => void>;

/** Bounds the open connections so that a newcomer finds a place as long as anyone is idle. */
export function openConnectionLimit(limits: ConnectionLimits): ConnectionLimit {
  const open = new Set<Duplex>();
  const idle: Idle = new Map();
  const byAddress = new Map<string, { open: number; idle: Idle }>();
  let refused = 0;
  let dropped = 0;

  const makeRoom = (candidates: Idle): boolean => {
    const [oldest] = candidates;
    if (oldest === undefined) return false;
    const [connection, gone] = oldest;
    dropped += 1;
    // Counted now: its `close` comes only later.
    gone();
    connection.destroy();
    return true;
  };
  return {
    admit(connection, address) {
      const own = address === null ? null : (byAddress.get(address) ?? { open: 0, idle: new Map() });
      const room =
        (own === null || own.open < limits.ofAddress || makeRoom(own.idle)) &&
        (open.size < limits.total || makeRoom(idle));
      if (!room) {
        refused += 1;
        connection.destroy();
        return null;
      }
      const setIdle = (is: boolean) => {
        idle.delete(connection);
        own?.idle.delete(connection);
        if (!is || !open.has(connection)) return;
        idle.set(connection, gone);
        own?.idle.set(connection, gone);
      };
      const gone = () => {
        if (!open.delete(connection)) return;
        setIdle(false);
        if (own !== null) own.open -= 1;
        if (address !== null && own?.open === 0) byAddress.delete(address);
      };
      open.add(connection);
      if (own !== null && address !== null) {
        own.open += 1;
        byAddress.set(address, own);
      }
      setIdle(true);
      connection.once('close', gone);
      return { idle: () => setIdle(true), busy: () => setIdle(false) };
    },
    get open() {
      return open.size;
    },
    get refused() {
      return refused;
    },
    get dropped() {
      return dropped;
    },
  };
}

/** The limits as far as the process may open that many files; without a limit by address for load tests. */
export function limitsHere({ byAddress }: { byAddress: boolean }): ConnectionLimits {
  const total = Math.min(usualLimits.total, Math.max(100, openFiles() - OTHER_FILES));
  return { total, ofAddress: byAddress ? Math.min(usualLimits.ofAddress, total) : total };
}

/** How many files the process may have open (Linux); no limit where that is not known. */
function openFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
