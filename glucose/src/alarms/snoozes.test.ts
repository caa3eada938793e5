import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn, settingsWith } from '../../test/alarms.ts';
import { MINUTE } from '../../test/readings.ts';
import { type AlarmKind, alarmKinds } from './kinds.ts';
import { isSnoozeChoice, mutedKinds, seenSnooze, snoozeOf } from './snoozes.ts';

const lows = { settings: onlyOn({ low: {}, 'urgent-low': {} }) };
const high = { settings: onlyOn({ high: { afterMinutes: 0 } }) };

describe('choices', () => {
  test.each([
    ['urgent-low', [15, 30]],
    ['urgent-low-soon', [15, 30]],
    ['low', [15, 30, 45, 60]],
    ['no-data', [30, 60, 120]],
    ['falling-fast', [30, 60]],
    ['urgent-high', [60, 120, 240]],
    ['high', [60, 120, 240]],
    ['rising-fast', [30, 60]],
  ] as const)('[ALM-21] %s may be snoozed for %j minutes and no other time', (kind, allowed) => {
    const choices = Array.from({ length: 1000 }, (_, minutes) => minutes);
    expect(choices.filter((minutes) => isSnoozeChoice(kind, minutes))).toEqual(allowed);
    expect(isSnoozeChoice(kind, 'until-readings')).toBe(kind === 'no-data');
    expect(() => snoozeOf(kind, 14, at(0))).toThrow(RangeError);
  });

  test.each([
    ['urgent-low', 15],
    ['urgent-low-soon', 15],
    ['low', 15],
    ['no-data', 30],
    ['falling-fast', 30],
    ['urgent-high', 60],
    ['high', 60],
    ['rising-fast', 30],
  ] as const)('[ALM-19] "Seen" snoozes %s for %d minutes', (kind, minutes) => {
    expect(seenSnooze(kind, at(0))).toEqual({ kind, setAt: at(0), until: at(minutes) });
  });

  test.each([
    ['urgent-low', ['urgent-low', 'urgent-low-soon', 'low']],
    ['urgent-low-soon', ['urgent-low-soon']],
    ['low', ['low']],
    ['no-data', ['no-data']],
    ['falling-fast', ['falling-fast']],
    ['urgent-high', ['urgent-high', 'high']],
    ['high', ['high']],
    ['rising-fast', ['rising-fast']],
  ] as const)('[ALM-20] a snooze of %s mutes %j', (kind, muted) => {
    expect([...mutedKinds([seenSnooze(kind, at(0))])]).toEqual(muted);
  });

  test('[ALM-20] nothing but its own snooze mutes an urgent low', () => {
    const muting = alarmKinds.filter((kind) => mutedKinds([seenSnooze(kind, at(0))]).has('urgent-low'));
    expect(muting).toEqual(['urgent-low']);
  });
});

describe('a snooze', () => {
  test('rings again after Seen (it must not)', () => {
    const replay = new AlarmReplay(lows).readAll([65]).snooze(seenSnooze('low', at(2)));
    replay.readAll([64, 66, 65], { from: 5 }).waitUntil(at(16.9));
    expect(replay.rings).toEqual(['0 low']);
    // The text goes on, so that everybody sees how it is.
    expect(replay.sent.map(({ reason }) => reason)).toEqual(['began', 'text', 'text', 'text']);
  });

  test('a snoozed high hides a low (it must not)', () => {
    const settings = settingsWith({ 'urgent-high': { isOn: true } });
    const replay = new AlarmReplay({ settings });
    replay.snooze(
      ...(['urgent-high', 'high', 'rising-fast'] as const).map((kind) => seenSnooze(kind, at(0))),
    );
    expect(replay.readAll([75, 65, 50]).rings).toEqual(['5 low', '10 urgent-low']);
  });

  test('[ALM-19] "Seen" of a forecast says nothing about the low that was part of it', () => {
    const settings = onlyOn({ low: {}, 'urgent-low-soon': {} });
    const replay = new AlarmReplay({ settings }).readAll([88, 78, 68]);
    expect(replay.rings).toEqual(['10 urgent-low-soon']);
    replay.snooze(seenSnooze('urgent-low-soon', at(11)));
    replay.evaluate(at(11));
    expect(replay.rings).toEqual(['10 urgent-low-soon']);
  });

  test('[ALM-20] of a forecast lets the low and the urgent low ring', () => {
    const replay = new AlarmReplay().readAll([95, 85, 75]).snooze(seenSnooze('urgent-low-soon', at(11)));
    replay.readAll([66, 55], { from: 15 });
    expect(replay.rings).toEqual(['10 urgent-low-soon', '15 low', '20 urgent-low']);
  });

  test('[ALM-20] of a low lets the forecast and the urgent low ring', () => {
    const replay = new AlarmReplay().readAll([72, 70, 69]).snooze(seenSnooze('low', at(11)));
    replay.readAll([62, 54], { from: 15 });
    expect(replay.rings).toEqual(['5 low', '15 urgent-low-soon', '20 urgent-low']);
  });

  test('[ALM-20] of an urgent low mutes the low and the forecast', () => {
    const replay = new AlarmReplay().readAll([54]).snooze(snoozeOf('urgent-low', 30, at(1)));
    replay.readAll([60, 66, 57], { from: 5 });
    expect(replay.rings).toEqual(['0 urgent-low']);
  });

  test('[ALM-18] ends at its time, and the alarm rings again if it is still on', () => {
    const replay = new AlarmReplay(lows).readAll([54]).snooze(seenSnooze('urgent-low', at(1)));
    replay.readAll([52, 52, 52], { from: 5 }).waitUntil(at(16));
    expect(replay.rings).toEqual(['0 urgent-low', '16 urgent-low']);
    expect(replay.endedSnoozes).toEqual([{ kind: 'urgent-low', at: at(16) }]);
  });

  test('[ALM-18] of a high that is due later does not ring at its end', () => {
    const replay = new AlarmReplay(high).readAll([260]).snooze(seenSnooze('high', at(1)));
    expect(replay.readAll(Array(25).fill(260), { from: 5 }).rings).toEqual(['0 high', '120 high']);
  });

  test('[ALM-18] ends when its kind has been over for 15 minutes: a true relapse rings', () => {
    const replay = new AlarmReplay(lows).readAll([65]).snooze(snoozeOf('low', 60, at(1)));
    replay.readAll([80, 90, 90, 85, 65], { from: 5 });
    expect(replay.endedSnoozes).toEqual([{ kind: 'low', at: at(20) }]);
    expect(replay.rings).toEqual(['0 low', '25 low']);
  });

  test('[ALM-18] holds while the value dances on the edge', () => {
    const replay = new AlarmReplay(lows).readAll([65]).snooze(snoozeOf('low', 60, at(1)));
    replay.readAll([78, 69, 78, 76, 68, 79, 79, 66], { from: 5 });
    expect(replay.rings).toEqual(['0 low']);
    expect(replay.endedSnoozes).toEqual([]);
  });

  test('[ALM-18] [ALM-21] of a kind that is not on ends after 15 minutes: nobody sleeps through it', () => {
    const replay = new AlarmReplay(high).snooze(snoozeOf('high', 240, at(0)));
    replay.readAll([200, 200, 200, 200, 260]);
    expect(replay.rings).toEqual(['20 high']);
  });

  test('[ALM-9] begins an episode without a ring, and the episode rings when the snooze ends', () => {
    const replay = new AlarmReplay(lows)
      .readAll([72])
      .snooze(seenSnooze('low', at(0)))
      .readAll([65, 65, 65], { from: 5 });
    expect(replay.sent[0]).toMatchObject({ reason: 'began', ring: false, ringingSince: null });
    expect(replay.rings).toEqual(['15 low']);
    expect(replay.sent.find(({ ring }) => ring)?.ringingSince).toBe(at(15));
  });

  test('[ALM-26] what nobody has seen counts from the first ring, again after a snooze and after a worse kind', () => {
    const replay = new AlarmReplay(lows).readAll([65, 65, 65, 65, 54, 52]);
    const sinces = () =>
      replay.sent
        .filter(({ ring }) => ring)
        .map(({ ringingSince }) => ((ringingSince ?? 0) - at(0)) / MINUTE);
    expect(sinces()).toEqual([0, 0, 20, 20]);
    replay
      .snooze(seenSnooze('urgent-low', at(26)))
      .readAll([52, 52, 52], { from: 30 })
      .waitUntil(at(41));
    expect(replay.rings.at(-1)).toBe('41 urgent-low');
    expect(sinces().at(-1)).toBe(41);
  });
});

test('[ALM-26] a low that is urgent again and again counts as unseen from its first urgent ring', () => {
  const replay = new AlarmReplay(lows).readAll([50, 61, 50, 61, 50, 61, 50]);
  expect(replay.rings.filter((ring) => ring.endsWith('urgent-low')).length).toBeGreaterThan(2);
  for (const { ringingSince } of replay.sent) expect(ringingSince).toBe(at(0));
});

test('[ALM-20] a snoozed high never changes what lows do, and a snoozed low never what highs do', () => {
  const values = [100, 80, 65, 52, 60, 90, 200, 260, 310, 260, 120, 70, 50];
  const settings = settingsWith({
    high: { afterMinutes: 0 },
    'urgent-high': { isOn: true, mgdl: 300, afterMinutes: 0 },
  });
  const ringsWith = (...kinds: AlarmKind[]) => {
    const snoozes = kinds.map((kind) => ({ kind, setAt: at(0), until: at(1000) }));
    return new AlarmReplay({ settings, snoozes }).readAll(values).rings;
  };
  const [highs, others] = [(ring: string) => ring.includes('high'), (ring: string) => !ring.includes('high')];
  expect(ringsWith('high', 'urgent-high').filter(others)).toEqual(ringsWith().filter(others));
  expect(ringsWith('low', 'urgent-low').filter(highs)).toEqual(ringsWith().filter(highs));
});
