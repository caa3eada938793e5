import { defaultLamps } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { openFollows } from '../../../test/followers/follows.ts';
import { newWearer } from '../../../test/wearers.ts';
import type { PresenceUpdate } from '../../shared/device-presence.ts';

const THIS_NODE = 'this node';

const presenceUpdate = (
  wearerId: number,
  deviceId: string,
  more: Partial<PresenceUpdate> = {},
): PresenceUpdate => ({
  wearerId,
  deviceId,
  kind: 'lamp',
  name: null,
  at: 1000,
  liveUntil: 2000,
  heldBy: THIS_NODE,
  accountId: null,
  ...more,
});

describe('devices in the store', () => {
  eachEngine((open, newPlace) => {
    test('[DEV-1] a code can have several devices, and each counts while it is connected', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await store.devices.markSeen([
        presenceUpdate(ada, 'bed'),
        presenceUpdate(ada, 'kitchen', { liveUntil: 3000 }),
        presenceUpdate(ben, 'bed'),
      ]);
      expect(await store.devices.live(ada, 1999)).toBe(2);
      expect(await store.devices.live(ada, 2000)).toBe(1);
      expect(await store.devices.live(ben, 1500)).toBe(1);
    });

    test('a device that the wearer has named keeps its name, whatever its own name is', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.markSeen([presenceUpdate(ada, 'bed', { name: 'wled-4f' })]);
      expect(await store.devices.change(ada, 'bed', { name: 'Bedside' })).toBe(true);
      await store.devices.markSeen([presenceUpdate(ada, 'bed', { name: 'wled-4f', kind: 'wled', at: 1500 })]);
      expect(await store.devices.list(ada)).toMatchObject([
        { id: 'bed', name: 'Bedside', kind: 'wled', firstSeenAt: 1000, lastSeenAt: 1500, muted: false },
      ]);
    });

    test('[API-3] the character of code zero, which one engine cannot hold, makes nothing fail', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.markSeen([presenceUpdate(ada, 'bed', { name: 'a\0b' })]);
      expect((await store.devices.list(ada))[0]?.name).toMatch(/^a[\0\uFFFD]b$/);
      expect(await store.devices.change(ada, '\0', { name: 'x' })).toBe(false);
    });

    test('[OPS-2] a node that loses a device does not change a connection that another node holds meanwhile', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.markSeen([presenceUpdate(ada, 'bed', { heldBy: 'other node' })]);
      await store.devices.markGone([{ wearerId: ada, deviceId: 'bed' }], { node: THIS_NODE, at: 1200 });
      expect(await store.devices.live(ada, 1500)).toBe(1);
      await store.devices.markGone([{ wearerId: ada, deviceId: 'bed' }], { node: 'other node', at: 1200 });
      expect(await store.devices.live(ada, 1500)).toBe(0);
    });

    test('a thousand devices are updated in a few statements; those of an erased wearer are skipped', async () => {
      const store = await open();
      const ada = await newWearer(store);
      const many = Array.from({ length: 1200 }, (_, index) => presenceUpdate(ada, `lamp-${index}`));
      await store.devices.markSeen([presenceUpdate(987_654, 'bed'), ...many]);
      expect(await store.devices.live(ada, 1500)).toBe(1200);
      await store.devices.markGone(many, { node: THIS_NODE, at: 1400 });
      expect(await store.devices.live(ada, 1500)).toBe(0);
      expect(await store.devices.live(987_654, 1500)).toBe(0);
    });

    test('only its own wearer changes and removes a device', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await store.devices.markSeen([presenceUpdate(ada, 'bed')]);
      expect(await store.devices.change(ben, 'bed', { muted: true })).toBe(false);
      expect(await store.devices.remove(ben, 'bed')).toBe(false);
      expect(await store.devices.change(ada, 'bed', { muted: true })).toBe(true);
      expect(await store.devices.list(ada)).toMatchObject([{ id: 'bed', muted: true }]);
      expect(await store.devices.remove(ada, 'bed')).toBe(true);
      expect(await store.devices.list(ada)).toEqual([]);
    });

    test('the oldest devices are removed for newer ones', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.devices.markSeen(
        Array.from({ length: 600 }, (_, index) => presenceUpdate(ada, `poll-${index}`, { at: index })),
      );
      await store.devices.keepNewest(ada, { limit: 200, liveLimit: 600, now: 2000 });
      const remaining = await store.devices.list(ada);
      expect([remaining.length, remaining[0]?.id, remaining.at(-1)?.id]).toEqual([
        200,
        'poll-599',
        'poll-400',
      ]);
    });

    test('[DEV-1] devices that are connected stay, however many were seen later, up to a limit of their own', async () => {
      const store = await open();
      const ada = await newWearer(store);
      const live = Array.from({ length: 50 }, (_, index) =>
        presenceUpdate(ada, `lamp-${index}`, { at: index, liveUntil: 9000 }),
      );
      const idle = Array.from({ length: 30 }, (_, index) => presenceUpdate(ada, `old-${index}`, { at: 100 }));
      await store.devices.markSeen([...live, ...idle]);
      const kept = { limit: 10, liveLimit: 1000, now: 3000 };
      await store.devices.keepNewest(ada, kept);
      expect(await store.devices.list(ada)).toHaveLength(60);
      await store.devices.keepNewest(ada, { ...kept, liveLimit: 40 });
      expect(await store.devices.list(ada)).toHaveLength(40);
    });

    test('[PPL-31] many devices of a follower replace none of the owner’s', async () => {
      const place = await newPlace('migrated');
      await using store = await open(place);
      await using follows = await openFollows(store, place);
      const ada = await newWearer(store);
      const [ben, cleo] = [await follows.add(ada), await follows.add(ada)];
      const many = Array.from({ length: 30 }, (_, index) =>
        presenceUpdate(ada, `${ben}/${index}`, { at: 2000 + index, accountId: ben }),
      );
      const cleos = presenceUpdate(ada, `${cleo}/table`, { accountId: cleo });
      await store.devices.markSeen([presenceUpdate(ada, 'bed'), cleos, ...many]);
      await store.devices.keepNewest(ada, { limit: 10, liveLimit: 100, now: 2000 });
      expect(await store.devices.list(ada, { accountId: ben })).toHaveLength(10);
      expect(await store.devices.list(ada)).toHaveLength(12);
      await follows.saveRights(ada, cleo, 'see-now');
      expect(await store.devices.list(ada)).toHaveLength(11);
      await store.devices.keepNewest(ada, { limit: 10, liveLimit: 100, now: 2000 });
      await follows.saveRights(ada, cleo, 'lamps');
      expect(await store.devices.list(ada, { accountId: cleo })).toEqual([]);
    });

    test('[PPL-25] [PPL-31] after a hand-over both keep their devices, with names and muting', async () => {
      const place = await newPlace('migrated');
      await using store = await open(place);
      await using follows = await openFollows(store, place);
      const ada = await newWearer(store);
      const [ben, cleo] = [await follows.add(ada), await follows.add(ada)];
      const bens = presenceUpdate(ada, `${ben}/bed`, { accountId: ben, name: 'Ben’s' });
      await store.devices.markSeen([presenceUpdate(ada, 'bed', { name: 'Old' }), bens]);
      await store.devices.change(ada, 'bed', { muted: true });
      await store.devices.changeOwner(ada, { from: cleo, to: ben });
      expect(await store.devices.list(ada, { accountId: null })).toMatchObject([
        { id: 'bed', name: 'Ben’s', muted: false },
      ]);
      expect(await store.devices.list(ada, { accountId: cleo })).toMatchObject([
        { id: `${cleo}/bed`, name: 'Old', muted: true },
      ]);
      await store.devices.changeOwner(ada, { from: null, to: cleo });
      expect(await store.devices.list(ada)).toMatchObject([{ id: 'bed', name: 'Old', accountId: null }]);
    });

    test('lamp settings are stored, and a preview does not change them', async () => {
      const store = await open();
      const ada = await newWearer(store);
      expect(await store.lamps.of(ada)).toMatchObject({ settings: { inRange: 'glow' }, tryingSince: null });
      const settings = {
        dayBrightness: 0.8,
        nightBrightness: 0.05,
        night: { fromMinute: 1320, untilMinute: 420 },
        inRange: 'dark-at-night',
      } as const;
      await store.lamps.save(ada, settings);
      await store.lamps.tryOut(ada, 5000);
      expect(await store.lamps.of(ada)).toEqual({
        settings: { ...settings, timeZone: 'UTC', alarmRhythm: 'off', alarmWhenMuted: false },
        tryingSince: 5000,
        homeAssistant: false,
      });
    });

    test('[ALM-40] whether lamps flash for alarms is stored, and stays when only other settings are saved', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.lamps.save(ada, { ...defaultLamps, alarmRhythm: 'on', alarmWhenMuted: true });
      const { alarmRhythm: _, alarmWhenMuted: __, ...others } = defaultLamps;
      await store.lamps.save(ada, { ...others, dayBrightness: 0.5 });
      expect((await store.lamps.of(ada)).settings).toMatchObject({
        dayBrightness: 0.5,
        alarmRhythm: 'on',
        alarmWhenMuted: true,
      });
    });

    test('lamps have the time zone of the statistics, which saving other settings does not change', async () => {
      const store = await open();
      const ada = await newWearer(store);
      await store.statisticsSettings.saveTimeZone(ada, 'Europe/Berlin');
      expect((await store.lamps.of(ada)).settings.timeZone).toBe('Europe/Berlin');
      await store.lamps.save(ada, defaultLamps);
      await store.statisticsSettings.save(ada, { timeZone: null, population: 'older', keepDays: null });
      expect((await store.lamps.of(ada)).settings.timeZone).toBe('Europe/Berlin');
      expect(await store.statisticsSettings.of(ada)).toMatchObject({
        timeZone: 'Europe/Berlin',
        population: 'older',
      });
    });
  });
});
