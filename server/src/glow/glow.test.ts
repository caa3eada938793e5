import { describe, expect, test, vi } from 'vitest';
import { eachEngine, type Open } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { openGlow } from './glow.ts';
import type { GlowState } from './glow-state.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;

async function openGlowOfAda(open: Open) {
  const store = await open();
  const glow = openGlow({ store, changes: store.changes, log: quiet });
  const ada = await newWearer(store);
  await store.wearers.saveRange(ada, range);
  const addReading = async (mgdl: number, agoMs = 0) => {
    await store.readings.add([{ wearerId: ada, takenAt: Date.now() - agoMs, mgdl, trend: 'steady' }]);
    store.changes.publish(ada, 'readings');
  };
  return { store, glow, ada, addReading };
}

const values = (received: GlowState[]) => received.map((glowState) => glowState.glow.value);

describe('the glow of a wearer', () => {
  eachEngine((open, newPlace, engine) => {
    test('[DEV-2] a watcher gets the current glow, then one for each stored reading', async () => {
      const { glow, ada, addReading } = await openGlowOfAda(open);
      await addReading(100, 300_000);
      const received: GlowState[] = [];
      const unwatch = glow.watchGlow(ada, (glowState) => received.push(glowState));
      await vi.waitFor(() => expect(values(received)).toEqual([100]));
      await addReading(112);
      await vi.waitFor(() => expect(values(received)).toEqual([100, 112]));
      unwatch();
      await addReading(130, -1000);
      expect((await glow.glowFor(ada)).value).toBe(130);
      expect(values(received)).toEqual([100, 112]);
      glow[Symbol.dispose]();
    });

    test('[DEV-2] what was read while the clock was ahead is read again once it is right', async () => {
      const store = await open();
      const ada = await newWearer(store);
      const clock = { at: Date.now() + 2 * 3_600_000 };
      using glow = openGlow({ store, changes: store.changes, log: quiet, now: () => clock.at });
      expect((await glow.glowFor(ada)).value).toBeNull();
      clock.at = Date.now();
      // Nothing is published: the change was missed.
      await store.readings.add([{ wearerId: ada, takenAt: clock.at, mgdl: 112, trend: 'steady' }]);
      expect((await glow.glowFor(ada)).value).toBe(112);
    });

    test('[COL-1] all watchers of a wearer get the same glow, evaluated once', async () => {
      const { glow, ada, addReading } = await openGlowOfAda(open);
      await addReading(112);
      const received: GlowState[] = [];
      for (let watcher = 0; watcher < 50; watcher += 1)
        glow.watchGlow(ada, (glowState) => received.push(glowState));
      await vi.waitFor(() => expect(received.length).toBe(50));
      expect(new Set(received).size).toBe(1);
      expect(await glow.glowStateFor(ada)).toBe(received[0]);
      glow[Symbol.dispose]();
    });

    test('[DEV-2] a reading becomes stale without any other event', async () => {
      const { glow, ada, addReading } = await openGlowOfAda(open);
      await addReading(112, 15 * 60_000 - 3000);
      const received: GlowState[] = [];
      glow.watchGlow(ada, (glowState) => received.push(glowState));
      await vi.waitFor(() =>
        expect(received.map((glowState) => glowState.glow.stale)).toEqual([false, true]),
      );
      expect(await glow.readingsFor(ada)).toMatchObject({ data: { currentCgmReading: { stale: true } } });
      glow[Symbol.dispose]();
    });

    test('[OPS-2] [DASH-2] where other nodes write into the store, a page gets what is stored, also before the change was announced', async () => {
      const { store, glow, ada, addReading } = await openGlowOfAda(open);
      const unannounced = (mgdl: number, agoMs: number) =>
        store.readings.add([{ wearerId: ada, takenAt: Date.now() - agoMs, mgdl, trend: 'steady' }]);
      const shown = async (isShared: boolean) =>
        (await glow.readingsFor(ada, { isShared })).data.currentCgmReading?.value;
      await addReading(112, 120_000);
      expect([await shown(false), await shown(true)]).toEqual([112, 112]);
      await unannounced(64, 60_000);
      expect([await shown(false), await shown(true), await shown(false)]).toEqual([112, 64, 64]);
      const received: GlowState[] = [];
      glow.watchGlow(ada, (glowState) => received.push(glowState));
      await vi.waitFor(() => expect(values(received)).toEqual([64]));
      await unannounced(58, 0);
      expect([await shown(false), await shown(true)]).toEqual([64, 58]);
      store.changes.publish(ada, 'readings');
      await vi.waitFor(() => expect(values(received)).toEqual([64, 58]));
      glow[Symbol.dispose]();
    });

    test('[COL-2] a changed range, flash setting or palette changes the glow at once', async () => {
      const { store, glow, ada, addReading } = await openGlowOfAda(open);
      await addReading(60);
      const received: GlowState[] = [];
      glow.watchGlow(ada, (glowState) => received.push(glowState));
      await vi.waitFor(() => expect(received.at(-1)?.glow.flash).toBe(false));
      await store.wearers.saveFlash(ada, { high: false, low: true });
      store.changes.publish(ada, 'range');
      await vi.waitFor(() => expect(received.at(-1)?.glow.flash).toBe(true));
      const red = received.at(-1)?.glow.color;
      await store.wearers.savePalette(ada, 'safe');
      store.changes.publish(ada, 'range');
      await vi.waitFor(() => expect(received.at(-1)?.glow.color).not.toBe(red));
      await store.lamps.save(ada, { ...(await store.lamps.of(ada)).settings, dayBrightness: 0.5 });
      store.changes.publish(ada, 'range');
      await vi.waitFor(() => expect(received.at(-1)?.glow.brightness).toBe(0.5));
      glow[Symbol.dispose]();
    });

    test('a wearer without readings, or an erased one, has no data and no error', async () => {
      const { glow } = await openGlowOfAda(open);
      expect(await glow.glowFor(987_654)).toMatchObject({ stale: true, value: null, color: '#ffffff' });
      expect((await glow.readingsFor(987_654)).data.currentCgmReading).toBeNull();
      glow[Symbol.dispose]();
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] a reading that one node stores changes the glow on the other',
      async () => {
        const place = await newPlace('migrated');
        const [one, other] = [await open(place), await open(place)];
        const ada = await newWearer(one);
        const received: GlowState[] = [];
        const glow = openGlow({ store: other, changes: other.changes, log: quiet });
        glow.watchGlow(ada, (glowState) => received.push(glowState));
        await vi.waitFor(() => expect(values(received)).toEqual([null]));
        await one.readings.add([{ wearerId: ada, takenAt: Date.now(), mgdl: 99, trend: 'steady' }]);
        one.changes.publish(ada, 'readings');
        await vi.waitFor(() => expect(values(received)).toEqual([null, 99]));
        glow[Symbol.dispose]();
      },
    );
  });
});
