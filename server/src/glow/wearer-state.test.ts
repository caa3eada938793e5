import { defaultLamps } from '@tealight/contract';
import { expect, test } from 'vitest';
import { factsOf, isOutdated, markOutdated, newWearerState, readOutdated } from './wearer-state.ts';

test('a reading that comes at any moment of a read is read before the call that reports it ends', async () => {
  for (let microtasks = 0; microtasks < 40; microtasks += 1) {
    let mgdl = 100;
    const store = {
      wearers: {
        byId: async () => ({ range: null, flash: { high: false, low: false }, palette: 'classic' as const }),
      },
      readings: { current: async () => [{ takenAt: 0, mgdl, trend: 'steady' as const }] },
      lamps: { of: async () => ({ settings: defaultLamps, tryingSince: null }) },
      alarmEpisodes: { openOf: async () => [] },
      alarmSnoozes: { ofWearers: async () => [] },
    };
    const state = newWearerState(1);
    const before = readOutdated(state, store, () => 0);
    for (let passed = 0; passed < microtasks; passed += 1) await null;
    mgdl = 101;
    markOutdated(state, 'readings');
    await readOutdated(state, store, () => 0);
    expect([microtasks, factsOf(state).readings[0]?.mgdl, isOutdated(state)]).toEqual([
      microtasks,
      101,
      false,
    ]);
    await before;
  }
});
