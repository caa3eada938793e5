import type { AlarmKind } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { episodesIn } from '../../test/alarms/episodes.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { EVERYBODY } from '../store/alarms/alarm-snoozes.ts';
import { readLampAlarm } from './lamp-alarm.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T23:00:00Z');

describe('[ALM-21] the end of a snooze on a lamp', () => {
  eachEngine((open) => {
    const setUp = async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      const { ring, see } = episodesIn(store);
      const snooze = (
        kind: AlarmKind,
        until: number | null,
        more: { wearerId?: number; account?: number } = {},
      ) =>
        store.alarmSnoozes.set({
          wearerId: more.wearerId ?? ada,
          accountId: more.account ?? EVERYBODY,
          kind,
          until,
          setBy: 1,
          setAt: NOW,
        });
      const shown = () => readLampAlarm(store, ada);
      return { ada, ben, ring, see, snooze, shown };
    };

    test('is that of the last snooze for everybody which silences this kind', async () => {
      const { ada, ben, see, snooze, shown } = await setUp();
      await see({ wearerId: ada, kind: 'high' });
      const seen = { kind: 'high', seen: true };
      await snooze('high', NOW + 4 * HOUR, { account: 7 });
      await snooze('low', NOW + 3 * HOUR);
      await snooze('high', NOW + 3 * HOUR, { wearerId: ben });
      expect(await shown()).toEqual({ ...seen, snoozedUntil: null });
      await snooze('high', NOW + HOUR);
      expect(await shown()).toEqual({ ...seen, snoozedUntil: NOW + HOUR });
      await snooze('urgent-high', NOW + 2 * HOUR);
      expect(await shown()).toEqual({ ...seen, snoozedUntil: NOW + 2 * HOUR });
    });

    test('is not known while it lasts until readings come', async () => {
      const { ada, see, snooze, shown } = await setUp();
      await see({ wearerId: ada, kind: 'no-data' });
      await snooze('no-data', NOW + HOUR);
      expect(await shown()).toMatchObject({ snoozedUntil: NOW + HOUR });
      await snooze('no-data', null);
      expect(await shown()).toEqual({ kind: 'no-data', seen: true, snoozedUntil: null });
    });

    test('is not shown while the alarm rings', async () => {
      const { ada, ring, snooze, shown } = await setUp();
      await snooze('low', NOW + HOUR);
      await ring({ wearerId: ada, kind: 'low' });
      expect(await shown()).toEqual({ kind: 'low', seen: false, snoozedUntil: null });
    });
  });
});
