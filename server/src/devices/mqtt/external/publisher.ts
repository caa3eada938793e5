import { createHash } from 'node:crypto';
import type { Range } from '@tealight/glucose';
import { openDueQueue } from '../../../shared/due-queue.ts';
import { openIncident } from '../../../shared/incident.ts';
import type { Log } from '../../../shared/log.ts';
import { MINUTE, SECOND } from '../../../shared/time-units.ts';
import { etagOf, type Glows } from '../../glow-text.ts';
import type { Retained } from '../built-in/broker.ts';
import { DISCOVERY_PREFIX, discoveryFor } from '../home-assistant.ts';
import { glowTopic } from '../topics.ts';
import { BrokerAway } from './broker-connection.ts';

/** Wearers published concurrently: enough to keep the store and the broker busy. */
const SIDE_BY_SIDE = 20;
const PAGE = 500;
/** Wait after an error of the store or the broker. */
const AGAIN_AFTER_MS = 5 * SECOND;
/** How often to check for erased wearers whose topics are not cleared yet. Own choice. */
const ERASED_EVERY_MS = 5 * MINUTE;

export type PublisherDependencies = {
  store: {
    wearers: {
      byId(id: number): Promise<{ code: string; range: Range | null } | null>;
      /** Ids after `id`, ascending. */
      idsAfter(id: number, count: number): Promise<number[]>;
    };
    /** All codes of the wearer, the owner's and followers'. */
    codes: { of(wearerId: number): Promise<readonly { code: string }[]> };
    lamps: { of(wearerId: number): Promise<{ homeAssistant: boolean }> };
    /** Topics that may hold a retained message; see the store. */
    mqttTopics: {
      add(wearerId: number, topics: readonly string[]): Promise<void>;
      of(wearerId: number): Promise<string[]>;
      remove(topic: string): Promise<void>;
      erasedAfter(id: number, count: number): Promise<number[]>;
    };
  };
  glows: Pick<Glows, 'glowStateFor'>;
  /** Publishes a retained message; empty removes it. Throws `BrokerAway`. */
  put(topic: string, payload: string): Promise<void>;
  publicUrl: string;
  version: string;
  log: Log;
  now: () => number;
};

export type Publisher = Disposable & {
  /** Something of the wearer has changed. */
  changed(wearerId: number): void;
  /** Everything published may be lost. */
  everything(): Promise<void>;
};

/** What the broker has confirmed of a wearer; `codes` in the order of the alphabet. */
type Published = { codes: readonly string[]; tag: string; home: string };

/** Publishes every wearer's glow as a retained message on a broker. Uses some 100 bytes of memory for each wearer. */
export function openPublisher(given: PublisherDependencies): Publisher {
  const { now, log, store } = given;
  // Work that is running when another node takes over must not reach the broker after that node's messages.
  const put: PublisherDependencies['put'] = async (topic, payload) => {
    if (closed) throw new BrokerAway();
    await given.put(topic, payload);
  };
  const dependencies = { ...given, put };
  let published = new Map<number, Published>();
  const waiting = new Set<number>();
  /** One at a time for each wearer, so that an older glow never overwrites a newer one. */
  const busy = new Set<number>();
  let closed = false;
  const incident = openIncident(log, 'glow-unpublished', { level: 'warn' });
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
    // Confirmations from before the reset are ignored.
    const known = published;
    try {
      const done = await publish(dependencies, wearerId, known.get(wearerId));
      if (done === null) known.delete(wearerId);
      else known.set(wearerId, done.published);
      queue.set(wearerId, done?.until ?? null);
      incident.worked();
    } catch (error) {
      // Everything is repeated when the broker is back.
      if (error instanceof BrokerAway) waiting.clear();
      else {
        incident.failed(error);
        queue.set(wearerId, now() + AGAIN_AFTER_MS);
      }
    }
    busy.delete(wearerId);
  };
  const each = async (idsAfter: (id: number, count: number) => Promise<number[]>) => {
    for (let last = 0; !closed; ) {
      const ids = await idsAfter(last, PAGE);
      for (const id of ids) changed(id);
      last = ids.at(-1) ?? last;
      if (ids.length < PAGE) return;
    }
  };
  const erased = setInterval(() => {
    void each(store.mqttTopics.erasedAfter).catch(() => {});
  }, ERASED_EVERY_MS).unref();
  return {
    changed,
    async everything() {
      published = new Map();
      await each(store.wearers.idsAfter);
      await each(store.mqttTopics.erasedAfter);
    },
    [Symbol.dispose]() {
      closed = true;
      clearInterval(erased);
      waiting.clear();
      queue[Symbol.dispose]();
    },
  };
}

/** Publishes a wearer's changes, and clears topics that are no longer theirs. Null: there is no such wearer. */
async function publish(
  dependencies: PublisherDependencies,
  wearerId: number,
  before: Published | undefined,
): Promise<{ published: Published; until: number | null } | null> {
  const { store, put } = dependencies;
  const [wearer, living] = await Promise.all([store.wearers.byId(wearerId), store.codes.of(wearerId)]);
  if (wearer === null) {
    await keepOnly(dependencies, wearerId, []);
    return null;
  }
  const codes = living.map(({ code }) => code).sort();
  const glowState = await dependencies.glows.glowStateFor(wearerId);
  const tag = etagOf(glowState, false);
  const discovery = await discoveryOf(dependencies, { wearerId, ...wearer });
  const home = discovery === null ? '' : hashOf(discovery.payload);
  if (String(before?.codes) !== String(codes) || before?.home !== home) {
    await keepOnly(dependencies, wearerId, [
      ...codes.map(glowTopic),
      ...(discovery === null ? [] : [discovery.topic]),
    ]);
  }
  for (const code of codes) {
    if (before?.tag !== tag || !before.codes.includes(code)) await put(glowTopic(code), glowState.text);
  }
  if (discovery !== null && before?.home !== home) await put(discovery.topic, discovery.payload);
  return { published: { codes, tag, home }, until: glowState.until };
}

/** Stores the topics before publishing to them, and clears the wearer's others: codes that were replaced or have ended, a disabled Home Assistant. */
async function keepOnly(
  { store: { mqttTopics }, put }: PublisherDependencies,
  wearerId: number,
  topics: readonly string[],
): Promise<void> {
  const noted = await mqttTopics.of(wearerId);
  await mqttTopics.add(
    wearerId,
    topics.filter((topic) => !noted.includes(topic)),
  );
  for (const topic of noted) {
    if (topics.includes(topic)) continue;
    await put(topic, '');
    await mqttTopics.remove(topic);
  }
}

/** Home Assistant's discovery message of the wearer; null when it is disabled. */
async function discoveryOf(
  { store, publicUrl, version }: PublisherDependencies,
  { wearerId, code, range }: { wearerId: number; code: string; range: Range | null },
): Promise<Retained | null> {
  const { homeAssistant } = await store.lamps.of(wearerId);
  const about = { wearerId, code, unit: range?.unit ?? ('mg/dL' as const), publicUrl, version };
  return homeAssistant ? discoveryFor(about, DISCOVERY_PREFIX) : null;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
