import type { LampSettings } from '@tealight/contract';
import { CLOCK_SKEW_MS, type Flash, type Palette, type Range, type Reading } from '@tealight/glucose';
import { type LampAlarm, type LampAlarmStore, readLampAlarm } from './lamp-alarm.ts';

/** Everything that determines a wearer's glow, apart from the time. */
export type WearerFacts = {
  /** Newest first. */
  readings: readonly Reading[];
  range: Range | null;
  flash: Flash;
  palette: Palette;
  lamps: LampSettings;
  /** Since when (epoch ms) the lamps show a preview of their colors; null: they show none. */
  tryingSince: number | null;
  /** The alarm that goes on; null: there is none, or the lamps are not to show it. */
  alarm: LampAlarm | null;
};

/** Where facts are stored. */
export type FactStore = {
  wearers: { byId(id: number): Promise<Pick<WearerFacts, 'range' | 'flash' | 'palette'> | null> };
  readings: { current(wearerId: number, count: number): Promise<Reading[]> };
  lamps: { of(wearerId: number): Promise<{ settings: LampSettings; tryingSince: number | null }> };
} & LampAlarmStore;

/** Current, previous, the one before for the previous one's delta, and some with a time in the future. */
const READINGS = 6;

export const readReadings = async (
  store: FactStore,
  wearerId: number,
): Promise<Pick<WearerFacts, 'readings'>> => ({
  readings: await store.readings.current(wearerId, READINGS),
});

/** The wearer's range, flashing, palette, lamp settings and alarm; null when there is no such wearer. */
export async function readSettings(
  store: FactStore,
  wearerId: number,
): Promise<Omit<WearerFacts, 'readings'> | null> {
  const [wearer, lamps] = await Promise.all([store.wearers.byId(wearerId), store.lamps.of(wearerId)]);
  if (wearer === null) return null;
  const { range, flash, palette } = wearer;
  const { settings, tryingSince } = lamps;
  const alarm = settings.alarmRhythm === 'on' ? await readLampAlarm(store, wearerId) : null;
  return { range, flash, palette, lamps: settings, tryingSince, alarm };
}

/** The readings that may be shown at `now`: without those with a time in the future, from a wrong clock. */
export const pastReadings = ({ readings }: WearerFacts, now: number): readonly Reading[] =>
  readings.filter(({ takenAt }) => takenAt <= now + CLOCK_SKEW_MS);
