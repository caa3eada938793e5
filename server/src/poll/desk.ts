import { atMost } from '../shared/at-most.ts';
import type { Connection } from '../store/connection-row.ts';
import { SECOND } from '../times.ts';
import { CLOCKS_AGREE_MS, LEASE_MS, longestStepMs } from './next-time.ts';
import type { Offered } from './parts.ts';
import { roomFor, type UnderWay } from './places.ts';
import { pollOne, type Tools } from './poll-one.ts';
import { Overtaken } from './visit.ts';

const RENEW_AFTER_MS = 7 * SECOND;
/** Claiming is a transaction: with fewer places free it can wait for the next look. Own choice. */
const WORTH_A_LOOK = 50;
/** Own choice: costs one look into an index a source. */
const PULL_BACK_EVERY_MS = 10 * SECOND;
/** Clocks are corrected by less than this all the time. Own choice. */
const SET_BACK_MS = 2 * SECOND;
/**
 * When stopping, what is being asked may finish: a session that is being renewed would be lost otherwise. The rest
 * is for the store. Together less than the 4 s that the process has to stop.
 */
const FINISH_WITHIN_MS = 2 * SECOND;

/** When stopping: how long the store may take for one thing. A store without an answer must not keep the process. */
export const STORE_WITHIN_MS = 500;

type Work = UnderWay & {
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
  /** Places that have become free at each source since the last look. */
  const places = new Map<string, number>();
  let failing = false;
  let pulledBackAt = Number.NEGATIVE_INFINITY;
  let lastLookAt = Number.NEGATIVE_INFINITY;

  const begin = (connection: Connection, offered: Offered, leasedAt: number) => {
    const { wearerId, source } = connection;
    const abort = new AbortController();
    const poll = { connection, offered, tools, stop: abort.signal };
    const isFailing = connection.failures > 0;
    const work: Work = {
      ...{ wearerId, source, leasedAt, begunAt: leasedAt, isFailing, abort },
      done: Promise.resolve(),
    };
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
        const free = (places.get(source) ?? 0) + 1;
        places.set(source, free);
        if (waiting.has(source) && free >= WORTH_A_LOOK) freed();
      });
  };

  const claim = async (source: string, offered: Offered): Promise<void> => {
    const at = now();
    const under = [...works].filter((work) => work.source === source);
    const room = roomFor(under, at);
    if (room.most <= 0) return;
    const until = at + LEASE_MS;
    const claimed = await store.leases.claim({
      ...{ node, source, now: at, until, latest: until + CLOCKS_AGREE_MS },
      ...room,
    });
    places.set(source, 0);
    if (claimed.length === room.most) waiting.add(source);
    else waiting.delete(source);
    const asked = new Set(under.map(({ wearerId }) => wearerId));
    for (const connection of claimed) if (!asked.has(connection.wearerId)) begin(connection, offered, at);
  };

  /** A clock that ran ahead, here or at another node, must not put off anybody for as long. */
  const pullBack = async (at: number): Promise<void> => {
    if (at >= pulledBackAt && at < pulledBackAt + PULL_BACK_EVERY_MS) return;
    pulledBackAt = at;
    for (const [name, { source }] of Object.entries(sources)) {
      const latest = at + longestStepMs(source.rhythm) + CLOCKS_AGREE_MS;
      await store.leases.pullBack(name, { now: at, latest });
    }
  };

  /** Moments that were reckoned by a clock that ran ahead are forgotten, and leases that it made are made again. */
  const followClock = (at: number): void => {
    if (at < lastLookAt - SET_BACK_MS) {
      log.warn({ event: 'clock-set-back', byMs: lastLookAt - at });
      for (const part of [tools.doors, tools.turns, tools.gates]) part.forget();
      for (const work of works) {
        work.leasedAt = Number.NEGATIVE_INFINITY;
        work.begunAt = at;
      }
    }
    lastLookAt = at;
  };

  return {
    /** Prolongs what takes long, and begins with what is due. */
    async look(): Promise<void> {
      const at = now();
      followClock(at);
      await pullBack(at);
      const old = [...works].filter(({ leasedAt }) => at - leasedAt >= RENEW_AFTER_MS);
      if (old.length > 0) {
        const ids = old.map(({ wearerId }) => wearerId);
        await store.leases.renew(node, ids, at + LEASE_MS);
        for (const work of old) work.leasedAt = at;
      }
      await Promise.all(Object.entries(sources).map(([source, offered]) => claim(source, offered)));
    },
    /** How many are being asked now. */
    underWay: (): number => works.size,
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
