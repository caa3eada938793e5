import type { Connection } from '../store/connection-row.ts';
import { SECOND } from '../times.ts';
import { atMost, STORE_WITHIN_MS } from './at-most.ts';
import type { Offered } from './parts.ts';
import { pollOne, type Tools } from './poll-one.ts';
import { Overtaken } from './visit.ts';

/** A dead node's work is another's after this and one look: within 30 seconds. */
const LEASE_MS = 20 * SECOND;
const RENEW_AFTER_MS = 7 * SECOND;
/** Asks under way at one source, so that a slow vendor keeps neither memory nor the other vendors waiting. */
const AT_ONCE = 250;
/**
 * When stopping, what is being asked may finish: a session that is being renewed would be lost otherwise. The rest
 * is for the store. Together less than the 4 s that the process has to stop.
 */
const FINISH_WITHIN_MS = 2 * SECOND;

type Work = {
  wearerId: number;
  source: string;
  leasedAt: number;
  abort: AbortController;
  done: Promise<void>;
};

/** What this node is asking now: claimed, prolonged while it lasts, and given back at the end. */
export function openDesk(tools: Tools, freed: () => void) {
  const { store, sources, node, now, log } = tools;
  const works = new Set<Work>();
  /** Sources that had more due than could be taken. */
  const waiting = new Set<string>();
  let failing = false;

  const begin = (connection: Connection, offered: Offered, leasedAt: number) => {
    const { wearerId, source } = connection;
    const abort = new AbortController();
    const poll = { connection, offered, tools, stop: abort.signal };
    const work: Work = { wearerId, source, leasedAt, abort, done: Promise.resolve() };
    works.add(work);
    work.done = pollOne(poll)
      .then(
        () => {
          failing = false;
        },
        (error: unknown) => {
          // What could not be kept is asked for again when the lease has ended.
          if (error instanceof Overtaken) return;
          if (!failing) log.error({ event: 'answer-not-kept', source, err: error });
          failing = true;
        },
      )
      .finally(() => {
        works.delete(work);
        if (waiting.has(source)) freed();
      });
  };

  const claim = async (source: string, offered: Offered): Promise<void> => {
    const most = AT_ONCE - [...works].filter((work) => work.source === source).length;
    if (most <= 0) return;
    const at = now();
    const claimed = await store.leases.claim({ node, source, now: at, until: at + LEASE_MS, most });
    if (claimed.length === most) waiting.add(source);
    else waiting.delete(source);
    for (const connection of claimed) begin(connection, offered, at);
  };

  return {
    /** Prolongs what takes long, and begins with what is due. */
    async look(): Promise<void> {
      const at = now();
      const old = [...works].filter(({ leasedAt }) => at - leasedAt >= RENEW_AFTER_MS);
      if (old.length > 0) {
        const ids = old.map(({ wearerId }) => wearerId);
        await store.leases.renew(node, ids, at + LEASE_MS);
        for (const work of old) work.leasedAt = at;
      }
      await Promise.all(Object.entries(sources).map(([source, offered]) => claim(source, offered)));
    },
    /** Nobody waits for this wearer's answer any more. */
    drop(wearerId: number): void {
      for (const work of works) if (work.wearerId === wearerId) work.abort.abort();
    },
    /** When everything that has been begun is done. */
    idle: async (): Promise<void> => {
      while (works.size > 0) await Promise.all([...works].map(({ done }) => done));
    },
    async close(): Promise<void> {
      const all = Promise.all([...works].map(({ done }) => done));
      await atMost(FINISH_WITHIN_MS, all);
      for (const work of works) work.abort.abort();
      await atMost(STORE_WITHIN_MS, all);
      // Leases that a store without an answer keeps end by themselves.
      await atMost(
        STORE_WITHIN_MS,
        store.leases.release(node).catch(() => {}),
      );
    },
  };
}
