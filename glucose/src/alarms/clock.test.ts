import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn } from '../../test/alarms.ts';
import { MINUTE } from '../../test/readings.ts';
import { seenSnooze } from './snoozes.ts';

/** Readings of the two hours before minute 0, so that a clock that is set back finds some. */
const before = Array.from({ length: 25 }, (_, index) => ({ takenAt: at(-125 + 5 * index), mgdl: 110 }));
const settings = onlyOn({ low: {}, 'urgent-low': {}, 'no-data': {}, high: { afterMinutes: 0 } });

/** The first ring about data that are missing from minute 0 on, where every evaluation is so many minutes late. */
function ringsWhenLate(minutes: number): string[] {
  const replay = new AlarmReplay({ settings }).readAll([110]);
  for (let count = 0; replay.rings.length === 0 && count < 20; count += 1)
    replay.evaluate((replay.input.state.nextAt ?? 0) + minutes * MINUTE);
  return replay.rings;
}

describe('pauses and clocks', () => {
  test('[ALM-12] the first evaluation after an hour without a server does not say that data are missing', () => {
    const replay = new AlarmReplay({ settings }).readAll([110, 110]);
    const { nextAt } = replay.evaluate(at(65));
    expect(nextAt).toBe(at(70));
    replay.readAll([110], { from: 68 });
    expect(replay.waitUntil(at(80)).rings).toEqual([]);
  });

  test('[ALM-12] data that are still missing five minutes after a pause ring', () => {
    const replay = new AlarmReplay({ settings }).readAll([110, 110]);
    replay.evaluate(at(65));
    expect(replay.waitUntil(at(80)).rings).toEqual(['70 no-data']);
  });

  test('[ALM-12] data are not missing after a pause that ends at any time after they would be', () => {
    for (let end = 15; end <= 30; end += 0.25) {
      const replay = new AlarmReplay({ settings }).readAll([110]);
      replay.evaluate(at(end));
      const asked = replay.waitUntil(at(end + 3));
      expect([end, asked.rings]).toEqual([end, []]);
      expect([end, replay.readAll([110], { from: end + 3 }).rings]).toEqual([end, []]);
    }
  });

  test('[ALM-12] data that are missing after a short pause ring five minutes after it', () => {
    const replay = new AlarmReplay({ settings }).readAll([110]);
    replay.evaluate(at(21));
    expect(replay.waitUntil(at(40)).rings).toEqual(['26 no-data']);
  });

  test('[ALM-1] data ring as missing on time when evaluations are a minute late', () => {
    expect(ringsWhenLate(1)).toEqual(['21 no-data']);
  });

  test('[ALM-12] pauses that come again and again postpone missing data once', () => {
    expect(ringsWhenLate(1.5)).toEqual(['23 no-data']);
    expect(ringsWhenLate(4.9)).toEqual(['30 no-data']);
  });

  test('[ALM-12] a pause after readings have come again counts again', () => {
    const replay = new AlarmReplay({ settings }).readAll([110]);
    replay.evaluate(at(19));
    replay.readAll([110, 110], { from: 20 });
    replay.evaluate(at(46));
    expect(replay.waitUntil(at(50)).rings).toEqual([]);
  });

  test('[ALM-18] a low that is seen in the five minutes after a pause escalates no further', () => {
    const replay = new AlarmReplay({ settings }).readAll([110, 65]);
    replay.evaluate(at(35));
    expect(replay.input.state.episodes.low?.ringingSince).toBe(at(5));
    replay.input = { ...replay.input, snoozes: [seenSnooze('low', at(36))] };
    replay.evaluate(at(36));
    expect(replay.input.state.episodes.low?.ringingSince).toBeNull();
    expect(replay.input.state.episodes.low?.kind).toBe('low');
  });

  test('alarms that are switched on while the data are old give the source five minutes', () => {
    const replay = new AlarmReplay({ settings, readings: [{ takenAt: at(0), mgdl: 110 }] });
    replay.evaluate(at(60));
    expect(replay.waitUntil(at(70)).rings).toEqual(['65 no-data']);
  });

  test('a clock that jumps ahead and back rings nothing and forgets nothing', () => {
    const replay = new AlarmReplay({ settings }).readAll([110, 65]);
    expect(replay.rings).toEqual(['5 low']);
    replay.evaluate(at(67));
    replay.evaluate(at(7));
    expect(replay.rings).toEqual(['5 low']);
    expect(replay.input.state.episodes.low?.kind).toBe('low');
    expect(replay.readAll([65, 65, 65], { from: 10 }).rings).toEqual(['5 low', '20 low']);
  });

  test('a clock that is set back rings nothing again, and does not silence what rings', () => {
    const replay = new AlarmReplay({ settings, readings: before }).readAll([110, 110, 54]);
    expect(replay.rings).toEqual(['10 urgent-low']);
    replay.evaluate(at(10 - 60));
    expect(replay.rings).toEqual(['10 urgent-low']);
    replay.waitUntil(at(10 - 55));
    expect(replay.rings).toEqual(['10 urgent-low', '-45 urgent-low']);
  });

  test('a snooze does not last longer because the clock was set back', () => {
    const replay = new AlarmReplay({ settings, readings: before })
      .readAll([110, 54])
      .snooze(seenSnooze('urgent-low', at(6)));
    replay.evaluate(at(6));
    replay.evaluate(at(7 - 60));
    replay.waitUntil(at(21 - 60));
    expect(replay.rings).toEqual(['5 urgent-low']);
    replay.waitUntil(at(23 - 60));
    expect(replay.rings).toEqual(['5 urgent-low', '-38 urgent-low']);
  });

  test('a reading that is dated ahead of the clock waits for its time', () => {
    const replay = new AlarmReplay({ settings, readings: [{ takenAt: at(3), mgdl: 54 }] });
    replay.evaluate(at(0.9));
    expect(replay.rings).toEqual([]);
    replay.evaluate(at(1));
    expect(replay.rings).toEqual(['1 urgent-low']);
  });

  test('a stored time of another year does not silence alarms for good', () => {
    const replay = new AlarmReplay({ settings }).readAll([110]);
    const { state } = replay.input;
    const far = at(1_000_000);
    replay.input = { ...replay.input, state: { ...state, judgedAt: far, evaluatedAt: far } };
    expect(replay.readAll([54], { from: 5 }).rings).toEqual(['5 urgent-low']);
  });
});
