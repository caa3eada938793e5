import type { Range } from '@tealight/glucose';
import { openDueQueue } from '../../due-queue.ts';
import type { Log } from '../../log.ts';
import { type Glows, tagOf } from '../told.ts';
import { discoveryFor, HOME_PREFIX } from './home-assistant.ts';
import { glowTopic } from './topics.ts';

/** Wearers published side by side: enough to keep the store and the broker busy. */
const SIDE_BY_SIDE = 20;
const PAGE = 500;
/** After a store or a broker that failed. */
const AGAIN_AFTER_MS = 5000;

/** The broker cannot be reached. Everything is published anew when it is back. */
export class BrokerAway extends Error {
  override readonly name = 'BrokerAway';
}

export type PublisherParts = {
  store: {
    wearers: {
      byId(id: number): Promise<{ code: string; range: Range | null } | null>;
      /** Ids after `id`, ascending. */
      idsAfter(id: number, count: number): Promise<number[]>;
    };
    lamps: { of(wearerId: number): Promise<{ homeAssistant: boolean }> };
  };
  glows: Pick<Glows, 'toldFor'>;
  /** Puts a retained message there; empty takes it away. Throws `BrokerAway`. */
  put(topic: string, payload: string): Promise<void>;
  publicUrl: string;
  version: string;
  log: Log;
  now: () => number;
};

export type Publisher = Disposable & {
  /** Something of the wearer has changed. */
  changed(wearerId: number): void;
  /** Whatever was published may be gone. */
  everything(): Promise<void>;
};

type Published = { code: string; tag: string; home: string };

/** Keeps every wearer's glow on a broker, for those who subscribe there. */
export function openPublisher(parts: PublisherParts): Publisher {
  const { now, log } = parts;
  const published = new Map<number, Published>();
  const waiting = new Set<number>();
  /** One at a time for each wearer: what is older must not come last. */
  const busy = new Set<number>();
  let closed = false;
  let failing = false;
  const queue = openDueQueue(now, (wearerId) => changed(wearerId));

  const changed = (wearerId: number) => {
    waiting.add(wearerId);
    next();
  };
  const next = () => {
    for (const wearerId of waiting) {
      if (closed || busy.size >= SIDE_BY_SIDE) return;
      if (!busy.has(wearerId)) void work(wearerId).then(next);
    }
  };
  const work = async (wearerId: number) => {
    waiting.delete(wearerId);
    busy.add(wearerId);
    try {
      const { until, ...done } = await publish(parts, wearerId, published.get(wearerId));
      published.set(wearerId, done);
      queue.set(wearerId, until);
      failing = false;
    } catch (error) {
      if (error instanceof BrokerAway) return void busy.delete(wearerId);
      if (!failing) log.warn({ event: 'glow-unpublished', err: error });
      failing = true;
      queue.set(wearerId, now() + AGAIN_AFTER_MS);
    }
    busy.delete(wearerId);
  };
  return {
    changed,
    async everything() {
      published.clear();
      for (let last = 0; !closed; ) {
        const ids = await parts.store.wearers.idsAfter(last, PAGE);
        for (const id of ids) changed(id);
        last = ids.at(-1) ?? last;
        if (ids.length < PAGE) return;
      }
    },
    [Symbol.dispose]() {
      closed = true;
      waiting.clear();
      queue[Symbol.dispose]();
    },
  };
}

/** Publishes what is new of a wearer, and takes away what stands below a code that is theirs no more. */
async function publish(
  parts: PublisherParts,
  wearerId: number,
  before: Published | undefined,
): Promise<Published & { until: number | null }> {
  const wearer = await parts.store.wearers.byId(wearerId);
  const code = wearer?.code ?? '';
  if (before !== undefined && before.code !== '' && before.code !== code) {
    await parts.put(glowTopic(before.code), '');
  }
  if (wearer === null) return { code, tag: '', home: '', until: null };
  const told = await parts.glows.toldFor(wearerId);
  const tag = tagOf(told, false);
  if (before?.tag !== tag || before.code !== code) await parts.put(glowTopic(code), told.text);
  const home = await announce(parts, { wearerId, ...wearer }, before?.home ?? '');
  return { code, tag, home, until: told.until };
}

/** Lets Home Assistant find the wearer, or takes that back. Answers with what was announced. */
async function announce(
  { store, put, publicUrl, version }: PublisherParts,
  { wearerId, code, range }: { wearerId: number; code: string; range: Range | null },
  before: string,
): Promise<string> {
  const { homeAssistant } = await store.lamps.of(wearerId);
  const about = { wearerId, code, unit: range?.unit ?? ('mg/dL' as const), publicUrl, version };
  const { topic, payload } = discoveryFor(about, HOME_PREFIX);
  const wanted = homeAssistant ? payload : '';
  if (wanted !== before) await put(topic, wanted);
  return wanted;
}
