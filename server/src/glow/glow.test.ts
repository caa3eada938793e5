import { describe, expect, test, vi } from 'vitest';
import { eachEngine, type Open } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { openGlow } from './glow.ts';
import type { Told } from './told.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;

async function glowing(open: Open) {
  const store = await open();
  const glow = openGlow({ store, changes: store.changes, log: quiet });
  const ada = await newWearer(store);
  await store.wearers.saveRange(ada, range);
  const keep = async (mgdl: number, agoMs = 0) => {
    await store.readings.add([{ wearerId: ada, takenAt: Date.now() - agoMs, mgdl, trend: 'steady' }]);
    store.changes.tell(ada, 'readings');
  };
  return { store, glow, ada, keep };
}

const values = (seen: Told[]) => seen.map((told) => told.glow.value);

describe('how a wearer glows', () => {
  eachEngine((open, newPlace, engine) => {
    test('[DEV-2] whoever watches sees the present glow, then each reading as it is kept', async () => {
      const { glow, ada, keep } = await glowing(open);
      await keep(100, 300_000);
      const seen: Told[] = [];
      const stop = glow.watchGlow(ada, (told) => seen.push(told));
      await vi.waitFor(() => expect(values(seen)).toEqual([100]));
      await keep(112);
      await vi.waitFor(() => expect(values(seen)).toEqual([100, 112]));
      stop();
      await keep(130, -1000);
      expect((await glow.glowFor(ada)).value).toBe(130);
      expect(values(seen)).toEqual([100, 112]);
      glow[Symbol.dispose]();
    });

    test('[COL-1] all who watch one wearer are told one and the same, evaluated once', async () => {
      const { glow, ada, keep } = await glowing(open);
      await keep(112);
      const seen: Told[] = [];
      for (let viewer = 0; viewer < 50; viewer += 1) glow.watchGlow(ada, (told) => seen.push(told));
      await vi.waitFor(() => expect(seen.length).toBe(50));
      expect(new Set(seen).size).toBe(1);
      expect(await glow.toldFor(ada)).toBe(seen[0]);
      glow[Symbol.dispose]();
    });

    test('[DEV-2] a reading goes stale by itself, while nothing else happens', async () => {
      const { glow, ada, keep } = await glowing(open);
      await keep(112, 15 * 60_000 - 400);
      const seen: Told[] = [];
      glow.watchGlow(ada, (told) => seen.push(told));
      await vi.waitFor(() => expect(seen.map((told) => told.glow.stale)).toEqual([false, true]), 5000);
      expect(await glow.readingsFor(ada)).toMatchObject({ data: { currentCgmReading: { stale: true } } });
      glow[Symbol.dispose]();
    });

    test('[COL-2] a changed range, switch or palette changes the glow at once', async () => {
      const { store, glow, ada, keep } = await glowing(open);
      await keep(60);
      const seen: Told[] = [];
      glow.watchGlow(ada, (told) => seen.push(told));
      await vi.waitFor(() => expect(seen.at(-1)?.glow.flash).toBe(false));
      await store.wearers.saveFlash(ada, { high: false, low: true });
      store.changes.tell(ada, 'range');
      await vi.waitFor(() => expect(seen.at(-1)?.glow.flash).toBe(true));
      const red = seen.at(-1)?.glow.color;
      await store.wearers.savePalette(ada, 'safe');
      store.changes.tell(ada, 'range');
      await vi.waitFor(() => expect(seen.at(-1)?.glow.color).not.toBe(red));
      await store.lamps.save(ada, { ...(await store.lamps.of(ada)).settings, dayBrightness: 0.5 });
      store.changes.tell(ada, 'range');
      await vi.waitFor(() => expect(seen.at(-1)?.glow.brightness).toBe(0.5));
      glow[Symbol.dispose]();
    });

    test('a wearer without readings, or who is gone, has no data and no error', async () => {
      const { glow } = await glowing(open);
      expect(await glow.glowFor(987_654)).toMatchObject({ stale: true, value: null, color: '#ffffff' });
      expect((await glow.readingsFor(987_654)).data.currentCgmReading).toBeNull();
      glow[Symbol.dispose]();
    });

    test.runIf(engine === 'PostgreSQL')('[OPS-2] a reading kept by one node glows on the other', async () => {
      const place = await newPlace();
      const [one, other] = [await open(place), await open(place)];
      const ada = await newWearer(one);
      const seen: Told[] = [];
      const glow = openGlow({ store: other, changes: other.changes, log: quiet });
      glow.watchGlow(ada, (told) => seen.push(told));
      await vi.waitFor(() => expect(values(seen)).toEqual([null]));
      await one.readings.add([{ wearerId: ada, takenAt: Date.now(), mgdl: 99, trend: 'steady' }]);
      one.changes.tell(ada, 'readings');
      await vi.waitFor(() => expect(values(seen)).toEqual([null, 99]));
      glow[Symbol.dispose]();
    });
  });
});
