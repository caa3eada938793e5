import { defaultLamps } from '@tealight/contract';
import { type GlowState, glowStateOf } from './glow-state.ts';
import { type FactStore, readReadings, readSettings, type WearerFacts } from './wearer-facts.ts';

/** Called with a glow when it changes. Must not throw. */
export type OnGlow = (glowState: GlowState) => void;

/** The cached facts and glow of one wearer. */
export type WearerState = {
  readonly wearerId: number;
  readonly watchers: Set<OnGlow>;
  facts: WearerFacts | null;
  glowState: GlowState | null;
  /** The facts from which `glowState` was evaluated. */
  glowFacts: WearerFacts | null;
  /** When (epoch ms) the facts were read. */
  readAt: number;
  /** What has changed in the store since then. */
  readonly outdated: { readings: boolean; settings: boolean };
  /** The read that is running. */
  reading: Promise<void> | null;
};

/** For a wearer without data, and for one who was erased. */
const noFacts: WearerFacts = {
  readings: [],
  range: null,
  flash: { high: false, low: false },
  palette: 'classic',
  lamps: defaultLamps,
  tryingSince: null,
  alarm: null,
};

export const newWearerState = (wearerId: number): WearerState => ({
  wearerId,
  watchers: new Set(),
  facts: null,
  glowState: null,
  glowFacts: null,
  readAt: 0,
  outdated: { readings: true, settings: true },
  reading: null,
});

/** Reads what is outdated. Calls during a read wait for it, and it repeats for changes that happen meanwhile. */
export function readOutdated(state: WearerState, store: FactStore, now: () => number): Promise<void> {
  state.reading ??= readUntilCurrent(state, store, now);
  return state.reading;
}

async function readUntilCurrent(state: WearerState, store: FactStore, now: () => number): Promise<void> {
  const { outdated } = state;
  try {
    while (outdated.readings || outdated.settings) await readOnce(state, store, now);
  } finally {
    // At once and not when the promise is settled: a change in between would find a read that does not repeat.
    state.reading = null;
  }
}

async function readOnce(state: WearerState, store: FactStore, now: () => number): Promise<void> {
  const { outdated, wearerId } = state;
  const { readings, settings } = outdated;
  const readAt = now();
  outdated.readings = false;
  outdated.settings = false;
  try {
    const [newReadings, newSettings] = await Promise.all([
      readings ? readReadings(store, wearerId) : null,
      settings ? readSettings(store, wearerId) : null,
    ]);
    const isErased = settings && newSettings === null;
    state.facts = isErased ? noFacts : { ...(state.facts ?? noFacts), ...newReadings, ...newSettings };
    if (readings && settings) state.readAt = readAt;
  } catch (error) {
    outdated.readings ||= readings;
    outdated.settings ||= settings;
    throw error;
  }
}

/** The glow at `at`: evaluated again only when the facts or the time require it. Calls the watchers when it changes. */
export function evaluate(state: WearerState, at: number): GlowState {
  const { glowState, glowFacts, facts } = state;
  if (glowState !== null && glowFacts === facts && (glowState.until === null || at < glowState.until))
    return glowState;
  const newState = glowStateOf(facts ?? noFacts, at);
  state.glowState = newState;
  state.glowFacts = facts;
  const isSame = glowState?.text === newState.text && glowState.reachesMuted === newState.reachesMuted;
  if (!isSame) for (const onGlow of state.watchers) onGlow(newState);
  return newState;
}

export const factsOf = ({ facts }: WearerState): WearerFacts => facts ?? noFacts;

/** Marks what has changed as outdated; everything when `change` is absent. */
export function markOutdated({ outdated }: WearerState, change?: 'readings' | 'range'): void {
  if (change !== 'range') outdated.readings = true;
  if (change !== 'readings') outdated.settings = true;
}

export const isOutdated = ({ outdated, reading }: WearerState): boolean =>
  outdated.readings || outdated.settings || reading !== null;
