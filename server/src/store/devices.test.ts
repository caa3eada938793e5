import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import type { Sighting } from './devices.ts';

const HERE = 'this node';

const seenAt = (wearerId: number, deviceId: string, more: Partial<Sighting> = {}): Sighting => ({
  wearerId,
  deviceId,
  kind: 'lamp',
  name: null,
  at: 1000,
  liveUntil: 2000,
  heldBy: HERE,
  ...more,
});

describe('devices in the store', () => {
  eachEngine((open) => {
    test('[DEV-1] one code has several devices, and each counts while it is connected', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await store.devices.seen([
        seenAt(ada, 'bed'),
        seenAt(ada, 'desk', { liveUntil: 3000 }),
        seenAt(ben, 'bed'),
      ]);
      expect(await store.devices.live(ada, 1999)).toBe(2);
      expect(await store.devices.live(ada, 2000)).toBe(1);
      expect(await store.devices.live(ben, 1500)).toBe(1);
    });

    test('a device that was named keeps its name, whatever it calls itself', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.seen([seenAt(ada, 'bed', { name: 'wled-4f' })]);
      expect(await store.devices.change(ada, 'bed', { name: 'Bedside' })).toBe(true);
      await store.devices.seen([seenAt(ada, 'bed', { name: 'wled-4f', kind: 'wled', at: 1500 })]);
      expect(await store.devices.list(ada)).toMatchObject([
        { id: 'bed', name: 'Bedside', kind: 'wled', firstSeenAt: 1000, lastSeenAt: 1500, muted: false },
      ]);
    });

    test('[OPS-2] a node that loses a device does not end what another node holds by now', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.seen([seenAt(ada, 'bed', { heldBy: 'other node' })]);
      await store.devices.gone([{ wearerId: ada, deviceId: 'bed' }], { node: HERE, at: 1200 });
      expect(await store.devices.live(ada, 1500)).toBe(1);
      await store.devices.gone([{ wearerId: ada, deviceId: 'bed' }], { node: 'other node', at: 1200 });
      expect(await store.devices.live(ada, 1500)).toBe(0);
    });

    test('a thousand devices come and go in a few statements; those of a wearer who is gone are passed over', async () => {
      const store = await open();
      const ada = await newWearer(store);
      const many = Array.from({ length: 1200 }, (_, index) => seenAt(ada, `lamp-${index}`));
      await store.devices.seen([seenAt(987_654, 'bed'), ...many]);
      expect(await store.devices.live(ada, 1500)).toBe(1200);
      await store.devices.gone(many, { node: HERE, at: 1400 });
      expect(await store.devices.live(ada, 1500)).toBe(0);
      expect(await store.devices.live(987_654, 1500)).toBe(0);
    });

    test('a device is changed and forgotten only by its own wearer', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await store.devices.seen([seenAt(ada, 'bed')]);
      expect(await store.devices.change(ben, 'bed', { muted: true })).toBe(false);
      expect(await store.devices.remove(ben, 'bed')).toBe(false);
      expect(await store.devices.change(ada, 'bed', { muted: true })).toBe(true);
      expect(await store.devices.list(ada)).toMatchObject([{ id: 'bed', muted: true }]);
      expect(await store.devices.remove(ada, 'bed')).toBe(true);
      expect(await store.devices.list(ada)).toEqual([]);
    });

    test('devices that came by once make room for newer ones', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.seen(
        Array.from({ length: 600 }, (_, index) => seenAt(ada, `poll-${index}`, { at: index })),
      );
      await store.devices.keepNewest(ada, 200);
      const kept = await store.devices.list(ada);
      expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([200, 'poll-599', 'poll-400']);
    });

    test('lamps glow as they were set, and trying them out changes nothing of it', async () => {
      const store = await open();
      const ada = await newWearer(store);
      expect(await store.lamps.of(ada)).toMatchObject({ settings: { inRange: 'glow' }, tryingSince: null });
      const settings = {
        dayBrightness: 0.8,
        nightBrightness: 0.05,
        night: { fromMinute: 1320, untilMinute: 420 },
        timeZone: 'Europe/Berlin',
        inRange: 'dark-at-night',
      } as const;
      await store.lamps.save(ada, settings);
      await store.lamps.tryOut(ada, 5000);
      expect(await store.lamps.of(ada)).toEqual({
        settings,
        tryingSince: 5000,
        homeAssistant: false,
      });
    });
  });
});
