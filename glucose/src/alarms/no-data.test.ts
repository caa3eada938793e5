import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn, settingsWith } from '../../test/alarms.ts';
import { MINUTE } from '../../test/readings.ts';
import { seenSnooze, snoozeOf } from './snoozes.ts';

const noData = { settings: onlyOn({ 'no-data': {} }) };

describe('missing data', () => {
  test('[ALM-1] [ALM-15] ring after 20 minutes, and three times more, each after 30 minutes', () => {
    const replay = new AlarmReplay(noData).readAll([110]).waitUntil(at(600));
    expect(replay.rings).toEqual(['20 no-data', '50 no-data', '80 no-data', '110 no-data']);
    expect(replay.sent.map(({ repeat }) => repeat)).toEqual([0, 1, 2, 3]);
  });

  test('[ALM-12] end with the first fresh reading', () => {
    const replay = new AlarmReplay(noData).readAll([110, 112], { every: 40 });
    expect(replay.sent.at(-1)).toMatchObject({ reason: 'ended', ring: false, mgdl: 112 });
    expect(replay.waitUntil(at(60)).rings).toEqual(['20 no-data', '60 no-data']);
  });

  test('[ALM-8] go on when only old readings come', () => {
    const replay = new AlarmReplay(noData).readAll([110]).waitUntil(at(20));
    replay.input = { ...replay.input, readings: [{ takenAt: at(9), mgdl: 100 }] };
    replay.evaluate(at(21));
    expect(replay.sent).toHaveLength(1);
  });

  test('[ALM-11] of a late source count from when the next reading should have been shown', () => {
    const source = { everyMs: 5 * MINUTE, visibleAfterMs: 180 * MINUTE };
    const replay = new AlarmReplay({ ...noData, source }).readAll([110]);
    expect(replay.waitUntil(at(600)).rings[0]).toBe('205 no-data');
    const inTime = new AlarmReplay({ ...noData, source, readings: [{ takenAt: at(0), mgdl: 110 }] });
    inTime.evaluate(at(190));
    expect(inTime.waitUntil(at(204)).rings).toEqual([]);
  });

  test('[ALM-11] of a late source that is polled rarely wait for its longest delay and the next poll', () => {
    const source = {
      everyMs: 5 * MINUTE,
      visibleAfterMs: 60 * MINUTE,
      visibleWithinMs: 180 * MINUTE,
      pauseMs: 30 * MINUTE,
    };
    const replay = new AlarmReplay({ ...noData, source });
    // Every half hour a poll gets the readings that are three hours old.
    const pollAt = (minute: number) => {
      replay.waitUntil(at(minute) - 1);
      replay.input = { ...replay.input, readings: [{ takenAt: at(minute - 184), mgdl: 110 }] };
      replay.evaluate(at(minute));
    };
    for (let minute = 0; minute <= 600; minute += 30) pollAt(minute);
    expect(replay.sent).toEqual([]);
    expect(replay.waitUntil(at(700)).rings).toEqual(['651 no-data', '681 no-data']);
  });

  test('[ALM-11] of a source that is not late count without its pauses', () => {
    const source = { everyMs: MINUTE, visibleAfterMs: 10_000, pauseMs: MINUTE };
    const replay = new AlarmReplay({ ...noData, source }).readAll([110]);
    expect(replay.waitUntil(at(30)).rings).toEqual(['20 no-data']);
  });

  test('[ALM-1] ring where readings come, but all too late for the other alarms', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ 'no-data': {}, 'urgent-low': {} }) });
    const shownAt = (minute: number, takenAt: number, mgdl = 50) => {
      replay.waitUntil(at(minute) - 1);
      replay.input = { ...replay.input, readings: [{ takenAt: at(takenAt), mgdl }] };
      return replay.evaluate(at(minute));
    };
    for (let minute = 0; minute <= 45; minute += 5) shownAt(minute, minute - 12);
    expect(replay.rings).toEqual(['30 no-data']);
    shownAt(51, 50, 100);
    expect(replay.sent.find(({ reason }) => reason === 'ended')).toMatchObject({ kind: 'no-data' });
    for (const minute of [62, 67, 72]) shownAt(minute, minute - 12);
    expect(shownAt(77, 65).nextAt).toBe(at(80));
    expect(replay.waitUntil(at(81)).rings).toEqual(['30 no-data', '80 no-data']);
  });

  test('[ALM-1] of a source that was connected again count from then on', () => {
    const source = { everyMs: 5 * MINUTE, visibleAfterMs: 0, since: at(480) };
    const replay = new AlarmReplay({ ...noData, source, readings: [{ takenAt: at(0), mgdl: 110 }] });
    replay.evaluate(at(480));
    expect(replay.waitUntil(at(520)).rings).toEqual(['500 no-data']);
  });

  test('are nothing to ring for where there has never been a reading', () => {
    const replay = new AlarmReplay(noData);
    expect(replay.evaluate(at(0)).nextAt).toBeNull();
    expect(replay.waitUntil(at(600)).rings).toEqual([]);
  });

  test('take over from a low: nobody knows how it is', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ low: {}, 'no-data': {} }) })
      .readAll([65])
      .waitUntil(at(40));
    expect(replay.rings).toEqual(['0 low', '15 low', '20 no-data']);
    expect(replay.sent.find(({ reason }) => reason === 'ended')).toMatchObject({
      kind: 'low',
      cause: 'no-data',
    });
  });

  test('[ALM-20] that somebody has snoozed leave a low to ring', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ 'urgent-low': {}, 'no-data': {} }) })
      .readAll([110])
      .waitUntil(at(20))
      .snooze(snoozeOf('no-data', 120, at(21)))
      .readAll([49], { from: 40 })
      .waitUntil(at(104));
    const lows = [40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95].map((minute) => `${minute} urgent-low`);
    expect(replay.rings).toEqual(['20 no-data', ...lows]);
    // After an hour nobody knows any more; the snooze of missing data ends at its time.
    expect(replay.waitUntil(at(145)).rings.slice(13)).toEqual(['141 no-data']);
  });

  test('[ALM-46] that ring later in an outage of the vendor leave a low to ring until then', () => {
    const source = { everyMs: 5 * MINUTE, visibleAfterMs: 0, spreadMs: 4 * MINUTE };
    const replay = new AlarmReplay({ settings: onlyOn({ 'urgent-low': {}, 'no-data': {} }), source })
      .readAll([50])
      .waitUntil(at(30));
    expect(replay.rings).toEqual([
      '0 urgent-low',
      '5 urgent-low',
      '10 urgent-low',
      '15 urgent-low',
      '20 urgent-low',
      '24 no-data',
    ]);
  });

  test('leave a low to ring for an hour where their own alarm is off', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ low: {} }) }).readAll([65]).waitUntil(at(600));
    expect(replay.rings).toEqual(['0 low', '15 low', '30 low', '45 low']);
    expect(replay.sent.at(-1)).toMatchObject({ reason: 'ended', cause: 'no-data', sentAt: at(60) });
  });

  test('[ALM-19] do not ring while their snooze lasts', () => {
    const replay = new AlarmReplay(noData)
      .readAll([110])
      .waitUntil(at(21))
      .snooze(seenSnooze('no-data', at(21)));
    expect(replay.waitUntil(at(52)).rings).toEqual(['20 no-data', '51 no-data']);
  });

  test('[ALM-21] can be snoozed until readings come, and ring for the next gap', () => {
    const replay = new AlarmReplay(noData).readAll([110]).waitUntil(at(20));
    replay.snooze(snoozeOf('no-data', 'until-readings', at(21)));
    expect(replay.waitUntil(at(600)).rings).toEqual(['20 no-data']);
    replay.readAll([110, 110, 110, 110], { from: 600 });
    expect(replay.endedSnoozes).toEqual([{ kind: 'no-data', at: at(615) }]);
    expect(replay.waitUntil(at(640)).rings).toEqual(['20 no-data', '635 no-data']);
  });

  test('[ALM-23] count by the minutes of the night from its first minute on', () => {
    const settings = { day: settingsWith({ 'no-data': { minutes: 120 } }).day, night: settingsWith().night };
    const night = { fromMinute: 60, untilMinute: 120 };
    const replay = new AlarmReplay({ settings, night }).readAll([110]);
    expect(replay.waitUntil(at(90)).rings).toEqual(['60 no-data', '90 no-data']);
  });
});
