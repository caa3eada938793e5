import type { Change, currentReadings, GlowMessage, ReplyOf } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { openDueQueue } from '../shared/due-queue.ts';
import { openIncident, shareIncident } from '../shared/incident.ts';
import type { Log } from '../shared/log.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import type { GlowState } from './glow-state.ts';
import { shownReadings } from './shown-readings.ts';
import type { FactStore } from './wearer-facts.ts';
import {
  evaluate,
  factsOf,
  isOutdated,
  markOutdated,
  type OnGlow,
  readOutdated,
  type WearerState,
} from './wearer-state.ts';
import { openWearerStates } from './wearer-states.ts';

/** Facts are read again after this long even without an event: events between nodes may get lost. */
const MAX_AGE_MS = 2 * MINUTE;
/** After an error of the store. */
const RETRY_MS = 5 * SECOND;

export type GlowDependencies = {
  store: FactStore;
  changes: {
    subscribe(listener: (wearerId: number, change: Change) => void): () => void;
    onMissed(listener: () => void): () => void;
  };
  log: Log;
  now?: () => number;
};

export type Glows = Disposable & {
  /** The wearer's current glow. */
  glowFor(wearerId: number): Promise<GlowMessage>;
  /** The current glow with its JSON text and the time of its next change. */
  glowStateFor(wearerId: number): Promise<GlowState>;
  /**
   * The reply of the contract's `currentReadings`. `isShared`: other nodes write into the store, so it is read again. A
   * page that was notified by another node may ask before this one is notified, and no second notification follows.
   */
  readingsFor(
    wearerId: number,
    options?: { unit?: Unit | undefined; isShared?: boolean },
  ): Promise<ReplyOf<typeof currentReadings>>;
  /** Calls `onGlow` with the current glow and after each change, until the returned function is called. */
  watchGlow(wearerId: number, onGlow: OnGlow): () => void;
};

/** The glow of wearers: evaluated once for all watchers of a wearer, and again when facts change or time passes. */
export function openGlow(dependencies: GlowDependencies): Glows {
  const { changes, now = Date.now } = dependencies;
  const states = openWearerStates();
  const update = updaterFor(dependencies.store, now);
  const refresh = refresherFor({
    ...dependencies,
    now,
    update,
    schedule: (state, at) => queue.set(state.wearerId, at),
  });
  const queue = openDueQueue(now, (wearerId) => {
    const state = states.watched(wearerId);
    if (state !== undefined) void refresh(state);
  });
  const reload = (state: WearerState, change?: 'readings' | 'range') => {
    markOutdated(state, change);
    void refresh(state);
  };
  const unsubscribe = [
    changes.subscribe((wearerId, change) => {
      if (change !== 'readings' && change !== 'range' && change !== 'alarms') return;
      const state = states.watched(wearerId);
      if (state === undefined) states.removeUnwatched(wearerId);
      else if (change !== 'alarms') reload(state, change);
      // Alarms are read with the settings, and only for lamps that show them.
      else if (state.facts?.lamps.alarmRhythm !== 'off') reload(state, 'range');
    }),
    changes.onMissed(() => {
      states.removeAllUnwatched();
      for (const state of states.allWatched()) reload(state);
    }),
  ];
  const glowStateFor = async (wearerId: number) => evaluate(await update(states.of(wearerId)), now());

  return {
    glowStateFor,
    glowFor: async (wearerId) => (await glowStateFor(wearerId)).glow,
    async readingsFor(wearerId, { unit, isShared = false } = {}) {
      const state = states.of(wearerId);
      if (isShared) markOutdated(state);
      return shownReadings(factsOf(await update(state)), now(), unit);
    },
    watchGlow(wearerId, onGlow) {
      const state = states.of(wearerId);
      states.watch(state);
      const unwatch = watch(state, onGlow, refresh);
      return () => {
        unwatch();
        if (state.watchers.size > 0 || states.watched(wearerId) !== state) return;
        queue.set(wearerId, null);
        states.unwatch(state);
      };
    },
    [Symbol.dispose]() {
      for (const end of unsubscribe) end();
      queue[Symbol.dispose]();
    },
  };
}

/** Reads the facts of a state that are outdated. Throws when the store does not answer. */
const updaterFor =
  (store: FactStore, now: () => number) =>
  async (state: WearerState): Promise<WearerState> => {
    // A time that is later than now is of before the clock was set back.
    const isOld = state.readAt > now() || state.readAt + MAX_AGE_MS <= now();
    if (state.reading === null && isOld) markOutdated(state);
    if (isOutdated(state)) await readOutdated(state, store, now);
    return state;
  };

type RefresherOptions = Pick<GlowDependencies, 'log'> & {
  now: () => number;
  update: (state: WearerState) => Promise<WearerState>;
  schedule: (state: WearerState, at: number) => void;
};

/** Reads and evaluates, and schedules the next refresh. An outage of the store is logged once; glows get stale meanwhile. */
function refresherFor({ log, now, update, schedule }: RefresherOptions) {
  const incident = openIncident(log, 'glow-not-read', { level: 'warn' });
  const evaluating = shareIncident(openIncident(log, 'glow-not-evaluated'), now);
  /** A failed evaluation must not affect other wearers: it counts as no reading, and the facts are read again. */
  const evaluateSafely = (state: WearerState): number | null => {
    try {
      const { until } = evaluate(state, now());
      evaluating.worked(state.wearerId);
      return until;
    } catch (error) {
      evaluating.failed(state.wearerId, error);
      state.facts = null;
      markOutdated(state);
      return evaluate(state, now()).until;
    }
  };
  return async (state: WearerState): Promise<void> => {
    try {
      await update(state);
      incident.worked();
    } catch (error) {
      incident.failed(error);
    }
    if (state.watchers.size === 0) return;
    const until = evaluateSafely(state);
    const nextReadAt = isOutdated(state) ? now() + RETRY_MS : state.readAt + MAX_AGE_MS;
    schedule(state, Math.min(until ?? nextReadAt, nextReadAt));
  };
}

/** Adds a watcher, which gets the current glow as soon as it is evaluated. */
function watch(
  state: WearerState,
  onGlow: OnGlow,
  refresh: (state: WearerState) => Promise<void>,
): () => void {
  let isCalled = false;
  const watcher: OnGlow = (glowState) => {
    isCalled = true;
    onGlow(glowState);
  };
  state.watchers.add(watcher);
  void refresh(state).then(() => {
    if (!isCalled && state.watchers.has(watcher) && state.glowState !== null) watcher(state.glowState);
  });
  return () => state.watchers.delete(watcher);
}
