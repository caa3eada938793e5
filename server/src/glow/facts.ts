import type { LampSettings } from '@tealight/contract';
import { CLOCK_SKEW_MS, type Flash, type Palette, type Range, type Reading } from '@tealight/glucose';

/** What decides how a wearer glows, but for the time. */
export type Facts = {
  /** Newest first. */
  readings: readonly Reading[];
  range: Range | null;
  flash: Flash;
  palette: Palette;
  lamps: LampSettings;
  /** Since when (epoch ms) the lamps try out their looks. */
  tryingSince: number | null;
};

/** Where facts are kept. */
export type FactStore = {
  wearers: { byId(id: number): Promise<Pick<Facts, 'range' | 'flash' | 'palette'> | null> };
  readings: { latest(wearerId: number, count: number): Promise<Reading[]> };
  lamps: { of(wearerId: number): Promise<{ settings: LampSettings; tryingSince: number | null }> };
};

/** Current, previous, the one before it for the previous one's delta, and some that a wrong clock dated ahead. */
const READINGS = 6;

export const readReadings = async (store: FactStore, wearerId: number): Promise<Pick<Facts, 'readings'>> => ({
  readings: await store.readings.latest(wearerId, READINGS),
});

/** How the wearer wants readings to be judged and shown; null when there is no such wearer. */
export async function readWishes(
  store: FactStore,
  wearerId: number,
): Promise<Omit<Facts, 'readings'> | null> {
  const [wearer, lamps] = await Promise.all([store.wearers.byId(wearerId), store.lamps.of(wearerId)]);
  if (wearer === null) return null;
  const { range, flash, palette } = wearer;
  return { range, flash, palette, lamps: lamps.settings, tryingSince: lamps.tryingSince };
}

/** The readings that may be shown at `now`: those that a wrong clock dated ahead wait for their time. */
export const pastReadings = ({ readings }: Facts, now: number): readonly Reading[] =>
  readings.filter(({ takenAt }) => takenAt <= now + CLOCK_SKEW_MS);
