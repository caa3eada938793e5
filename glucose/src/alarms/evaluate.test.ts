import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, every5Minutes, onlyOn, ringsOf, sentOf, settingsWith } from '../../test/alarms.ts';
import { MINUTE } from '../../test/readings.ts';
import { readingsNeededMs } from './conditions.ts';

const low = { settings: onlyOn({ low: {} }) };
const lows = { settings: onlyOn({ low: {}, 'urgent-low': {} }) };

describe('which readings may ring', () => {
  test('[ALM-8] a reading of 10 minutes starts an alarm, an older one does not', () => {
    const ringsWithAge = (minutes: number) => {
      const replay = new AlarmReplay({ ...low, readings: [{ takenAt: at(0), mgdl: 60 }] });
      replay.evaluate(at(minutes));
      return replay.rings;
    };
    expect(ringsWithAge(10)).toEqual(['10 low']);
    expect(ringsWithAge(10.01)).toEqual([]);
  });

  test('[ALM-8] a reading behind a newer one starts no alarm and prolongs none', () => {
    const replay = new AlarmReplay(low).readAll([100, 100]);
    const late = { takenAt: at(3), mgdl: 60 };
    replay.input = { ...replay.input, readings: [...replay.input.readings, late] };
    replay.evaluate(at(6));
    expect(replay.sent).toEqual([]);
    const open = new AlarmReplay(low).readAll([60, 100]);
    open.input = { ...open.input, readings: [...open.input.readings, late] };
    open.evaluate(at(6));
    expect(sentOf(open)).toEqual(['0 began low!', '5 ended low']);
  });

  test('[ALM-8] a newest reading that is deleted does not make the one before it start an alarm', () => {
    const replay = new AlarmReplay(low).readAll([100, 100]);
    replay.input = { ...replay.input, readings: [{ takenAt: at(0), mgdl: 60 }] };
    replay.evaluate(at(6));
    expect(replay.sent).toEqual([]);
  });

  test('[ALM-10] the same reading never rings twice, however often it is evaluated', () => {
    const replay = new AlarmReplay(lows).readAll([50]);
    const { state } = replay.input;
    for (const seconds of [0, 1, 30, 299]) {
      const again = replay.evaluate(at(seconds / 60));
      expect([again.notifications, again.endedSnoozes]).toEqual([[], []]);
      expect({ ...again.state, evaluatedAt: 0 }).toEqual({ ...state, evaluatedAt: 0 });
    }
  });

  test('[ALM-11] a source that is 15 minutes late has no alarms about glucose', () => {
    const late = { everyMs: 5 * MINUTE, visibleAfterMs: 15 * MINUTE };
    expect(ringsOf([100, 50, 50], { source: late })).toEqual([]);
    expect(ringsOf([100, 50, 50], { source: { ...late, visibleAfterMs: 14 * MINUTE } })).not.toEqual([]);
  });

  test('[ALM-11] an alarm about glucose ends without a ring when the source becomes a late one', () => {
    const replay = new AlarmReplay(low).readAll([60]);
    replay.input = { ...replay.input, source: { ...every5Minutes, visibleAfterMs: 60 * MINUTE } };
    replay.evaluate(at(1));
    expect(sentOf(replay)).toEqual(['0 began low!', '1 ended low']);
    expect(replay.sent.at(-1)?.cause).toBe('late-source');
  });

  test('readings are needed for as long as the longest wait and the gap before it', () => {
    expect(readingsNeededMs(settingsWith())).toBe(45 * MINUTE);
    expect(readingsNeededMs(onlyOn({ high: { afterMinutes: 240 } }))).toBe(255 * MINUTE);
  });
});

describe('the edge and the end', () => {
  test.each([
    ['urgent-low', { 'urgent-low': {} }, [55, 59, 60]],
    ['low', { low: {} }, [70, 74, 75]],
    ['high', { high: { afterMinutes: 0 } }, [250, 241, 240]],
    ['urgent-high', { 'urgent-high': { afterMinutes: 0 } }, [350, 341, 340]],
  ] as const)('[ALM-12] %s ends at its edge, not before', (kind, on, values) => {
    const replay = new AlarmReplay({ settings: onlyOn(on) }).readAll(values);
    const between = kind === 'urgent-low' ? '5 repeated urgent-low!' : `5 text ${kind}`;
    expect(sentOf(replay)).toEqual([`0 began ${kind}!`, between, `10 ended ${kind}`]);
  });

  test('[ALM-12] a value that dances on the threshold is one episode', () => {
    expect(ringsOf([70, 74, 70, 73, 69, 74], low)).toEqual(['0 low', '15 low']);
  });

  test('[ALM-12] soon ends 10 above the urgent low, or when that is reached', () => {
    const soon = { settings: onlyOn({ 'urgent-low-soon': {} }) };
    const rising = new AlarmReplay(soon).readAll([86, 76, 66, 64, 64, 65]);
    // Expected after each: 44, 50.7, 60.2, and 65.5, which is beyond the edge.
    expect(sentOf(rising).at(-1)).toBe('25 ended urgent-low-soon');
    expect(sentOf(rising).filter((one) => one.includes('ended'))).toHaveLength(1);
    const reached = new AlarmReplay({ settings: onlyOn({ 'urgent-low-soon': {}, 'urgent-low': {} }) });
    expect(reached.readAll([86, 76, 66, 55]).rings).toEqual(['10 urgent-low-soon', '15 urgent-low']);
    expect(reached.input.state.episodes.low?.active).toEqual(['urgent-low']);
  });

  describe('[ALM-12] soon without a slope', () => {
    const soon = { settings: onlyOn({ 'urgent-low-soon': {} }) };
    const endsOf = (replay: AlarmReplay) => sentOf(replay).filter((one) => one.includes('ended'));

    test('goes on when a reading is missing: without a slope nothing is expected', () => {
      const replay = new AlarmReplay(soon).readAll([115, 100, 85]).readAll([72, 68], { from: 20 });
      expect(replay.rings).toEqual(['10 urgent-low-soon', '20 urgent-low-soon']);
      expect(endsOf(replay)).toEqual([]);
      expect(replay.input.state.episodes.low?.ringingSince).toBe(at(10));
      // The third reading after the gap has a slope again: 66 is expected.
      expect(endsOf(replay.readAll([67], { from: 30 }))).toEqual([]);
      expect(endsOf(replay.readAll([68], { from: 35 }))).toEqual(['35 ended urgent-low-soon']);
    });

    test('goes on when the same source is connected again, whose earlier readings count no more', () => {
      const replay = new AlarmReplay(soon);
      for (const [index, mgdl] of [115, 100, 85].entries())
        replay.read({ takenAt: at(index * 5), mgdl, origin: 'earlier' });
      for (const [index, mgdl] of [75, 70].entries())
        replay.read({ takenAt: at(15 + index * 5), mgdl, origin: 'dexcom' });
      expect(endsOf(replay)).toEqual([]);
    });

    test('is over after 15 minutes of readings whose gaps leave none', () => {
      const replay = new AlarmReplay(soon).readAll([115, 100, 85]);
      replay.readAll([80, 80, 80, 80], { from: 17, every: 7 });
      expect(endsOf(replay)).toEqual(['38 ended urgent-low-soon']);
    });

    test('still ends at the urgent low', () => {
      const settings = onlyOn({ 'urgent-low-soon': {}, 'urgent-low': {} });
      const replay = new AlarmReplay({ settings }).readAll([115, 100, 85]).readAll([55], { from: 20 });
      expect(replay.input.state.episodes.low?.active).toEqual(['urgent-low']);
    });
  });

  test('[ALM-12] a fast change ends 15 minutes after the last reading that fell fast', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ 'falling-fast': {} }) });
    replay.readAll([170, 155, 140, 125, 124, 123, 122]).waitUntil(at(40));
    expect(sentOf(replay)).toEqual([
      '10 began falling-fast!',
      '15 text falling-fast',
      '20 text falling-fast',
      '25 text falling-fast',
      '30 ended falling-fast',
    ]);
  });

  test('[ALM-17] the end is one message without a ring, with the reading that ended it', () => {
    const replay = new AlarmReplay(low).readAll([65, 84]);
    const [began, ended] = replay.sent;
    expect(ended).toMatchObject({
      reason: 'ended',
      ring: false,
      cause: 'recovered',
      mgdl: 84,
      takenAt: at(5),
    });
    expect(ended?.episode).toBe(began?.episode);
    expect(replay.input.state.episodes).toEqual({});
  });

  test('[ALM-17] a kind that is switched off ends without a ring', () => {
    const replay = new AlarmReplay(low).readAll([65]);
    replay.input = { ...replay.input, settings: onlyOn({}) };
    replay.evaluate(at(1));
    expect(replay.sent.at(-1)).toMatchObject({ reason: 'ended', ring: false, cause: 'turned-off' });
  });
});

describe('first after', () => {
  const waits = { settings: onlyOn({ high: { afterMinutes: 30 } }) };

  test('[ALM-13] a high rings when all readings of 30 minutes were beyond it', () => {
    expect(ringsOf([260, 260, 260, 260, 260, 260, 260], waits)).toEqual(['30 high']);
    expect(ringsOf([260, 260, 260, 249, 260, 260, 260], waits)).toEqual([]);
  });

  test('[ALM-13] it rings on time between two readings, if the newest is fresh', () => {
    const values = [260, 260, 260, 260];
    expect(new AlarmReplay(waits).readAll(values, { every: 7 }).waitUntil(at(60)).rings).toEqual(['30 high']);
    expect(new AlarmReplay(waits).readAll(values, { every: 5 }).waitUntil(at(60)).rings).toEqual([]);
  });

  test('[ALM-13] a gap of more than 15 minutes starts the wait again', () => {
    const replay = new AlarmReplay(waits).readAll([260, 260, 260]);
    replay.readAll([260, 260, 260], { from: 26 });
    expect(replay.rings).toEqual([]);
    expect(replay.readAll([260, 260, 260, 260], { from: 41 }).rings).toEqual(['56 high']);
  });

  test('[ALM-13] readings of another source do not count', () => {
    const replay = new AlarmReplay(waits);
    for (const minute of [0, 5, 10, 15, 20]) replay.read({ takenAt: at(minute), mgdl: 260, origin: 'libre' });
    for (const minute of [25, 30, 35]) replay.read({ takenAt: at(minute), mgdl: 260, origin: 'dexcom' });
    expect(replay.rings).toEqual([]);
  });

  test('[ALM-13] a low may wait, an urgent low never does', () => {
    const settings = onlyOn({ low: { afterMinutes: 60 }, 'urgent-low': {} });
    expect(ringsOf([65, 65, 55], { settings })).toEqual(['10 urgent-low']);
  });
});
