import type { Alarm, AlarmSnooze, WatchedWearer } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { alarmViews } from './alarm-view.ts';

const now = Date.parse('2026-11-20T03:00:00Z');
const minutesFromNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

const alarm = (more: Partial<Alarm> = {}): Alarm => ({
  id: 1,
  kind: 'low',
  beganAt: minutesFromNow(-2),
  endedAt: null,
  rangAt: minutesFromNow(-2),
  rings: 1,
  isRinging: true,
  seen: null,
  value: 66,
  takenAt: minutesFromNow(-3),
  ...more,
});
const snooze = (more: Partial<AlarmSnooze> = {}): AlarmSnooze => ({
  kind: 'low',
  isForMeAlone: false,
  by: 'Mum',
  setAt: minutesFromNow(-1),
  until: minutesFromNow(14),
  ...more,
});
const wearer = (more: Partial<WatchedWearer> = {}): WatchedWearer => ({
  wearer: 'ada000000001',
  name: 'Ada',
  unit: 'mg/dL',
  mayAct: true,
  alarms: [alarm()],
  snoozes: [],
  ...more,
});

describe('which alarms sound on a page', () => {
  test('[ALM-33] one that rang a moment ago sounds for four minutes', () => {
    expect(alarmViews([wearer()], now)[0]?.soundsSince).toBe(now - 2 * 60_000);
    expect(alarmViews([wearer()], now + 2 * 60_000)[0]?.soundsSince).toBeNull();
  });

  test('[ALM-24] one that the reader wants no sound of now is shown, and silent', () => {
    const [view] = alarmViews([wearer({ alarms: [alarm({ isSilentForMe: true })] })], now);
    expect(view).toMatchObject({ snooze: null, soundsSince: null });
  });

  test('[ALM-20] a snoozed high hides no low, and a snoozed low mutes no urgent low', () => {
    const [low] = alarmViews([wearer({ snoozes: [snooze({ kind: 'high' })] })], now);
    expect(low).toMatchObject({ snooze: null, soundsSince: now - 2 * 60_000 });
    const urgent = wearer({ alarms: [alarm({ kind: 'urgent-low' })], snoozes: [snooze()] });
    expect(alarmViews([urgent], now)[0]?.snooze).toBeNull();
    const milder = wearer({ snoozes: [snooze({ kind: 'urgent-low' })] });
    expect(alarmViews([milder], now)[0]?.snooze).not.toBeNull();
  });

  test('[ALM-18] a snooze that is over mutes nothing; of several, the longest is shown', () => {
    const over = snooze({ until: minutesFromNow(-1) });
    expect(alarmViews([wearer({ snoozes: [over] })], now)[0]?.snooze).toBeNull();
    const longer = snooze({ isForMeAlone: true, until: minutesFromNow(60) });
    expect(alarmViews([wearer({ snoozes: [snooze(), longer] })], now)[0]?.snooze).toBe(longer);
  });

  test('the worst of all wearers stands first, what is silent last', () => {
    const ada = wearer({
      alarms: [alarm({ kind: 'urgent-low' })],
      snoozes: [snooze({ kind: 'urgent-low' })],
    });
    const ben = wearer({ wearer: 'ben000000002', name: 'Ben', alarms: [alarm({ kind: 'high' }), alarm()] });
    const names = alarmViews([ada, ben], now).map(({ name, alarm: { kind } }) => `${name} ${kind}`);
    expect(names).toEqual(['Ben low', 'Ben high', 'Ada urgent-low']);
  });

  test('[ALM-19] one whose worse kind was seen does not sound, although it rang a moment ago', () => {
    const [view] = alarmViews([wearer({ alarms: [alarm({ isRinging: false })] })], now);
    expect(view?.soundsSince).toBeNull();
  });

  test('one that never rang, because it was snoozed, does not sound', () => {
    const [view] = alarmViews([wearer({ alarms: [alarm({ rangAt: null, rings: 0 })] })], now);
    expect(view?.soundsSince).toBeNull();
  });
});
