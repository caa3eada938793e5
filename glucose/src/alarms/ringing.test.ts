import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn, ringsOf, sentOf } from '../../test/alarms.ts';

const low = { settings: onlyOn({ low: {} }) };
const lows = { settings: onlyOn({ low: {}, 'urgent-low': {} }) };
const highs = {
  settings: onlyOn({ high: { afterMinutes: 0 }, 'urgent-high': { mgdl: 300, afterMinutes: 0 } }),
};
const high = { settings: onlyOn({ high: { afterMinutes: 0 } }) };

describe('one family', () => {
  test('[ALM-14] only the worst kind rings; a worse one rings again, a milder one changes the text', () => {
    const replay = new AlarmReplay(lows).readAll([68, 54, 61, 66]);
    expect(sentOf(replay)).toEqual(['0 began low!', '5 worse urgent-low!', '10 text low', '15 text low']);
    expect(new Set(replay.sent.map(({ episode }) => episode)).size).toBe(1);
  });

  test('[ALM-14] an urgent high rings after a high, and not the other way round', () => {
    const replay = new AlarmReplay(highs).readAll([260, 300, 290, 285]);
    expect(sentOf(replay)).toEqual(['0 began high!', '5 worse urgent-high!', '10 text high', '15 text high']);
  });

  test('[ALM-14] a high that was urgent does not wait as if it were new', () => {
    const settings = onlyOn({ high: { afterMinutes: 240 }, 'urgent-high': { mgdl: 300, afterMinutes: 0 } });
    const replay = new AlarmReplay({ settings }).readAll([300, 280]);
    expect(sentOf(replay)).toEqual(['0 began urgent-high!', '5 text high']);
  });

  test('a new reading of an open episode changes the text and does not ring', () => {
    expect(sentOf(new AlarmReplay(low).readAll([65, 64, 66]))).toEqual([
      '0 began low!',
      '5 text low',
      '10 text low',
    ]);
  });

  test('the worst alarm comes first', () => {
    const settings = onlyOn({ low: {}, 'falling-fast': {} });
    const replay = new AlarmReplay({ settings }).readAll([100, 85, 70]);
    expect(sentOf(replay)).toEqual(['10 began low!', '10 began falling-fast!']);
  });
});

describe('repeats', () => {
  test.each([
    ['urgent-low', { 'urgent-low': {} }, 50, ['0', '5', '10', '15', '20', '25', '30']],
    ['low', { low: {} }, 65, ['0', '15', '30']],
  ] as const)(
    '[ALM-15] %s rings again at the minutes of its kind until somebody reacts',
    (kind, on, mgdl, minutes) => {
      const rings = ringsOf([mgdl, mgdl, mgdl, mgdl, mgdl, mgdl, mgdl], { settings: onlyOn(on) });
      expect(rings).toEqual(minutes.map((minute) => `${minute} ${kind}`));
    },
  );

  test('[ALM-15] high rings every two hours, urgent high every hour, a fast change once', () => {
    expect(ringsOf(Array(49).fill(260), high)).toEqual(['0 high', '120 high', '240 high']);
    expect(ringsOf(Array(25).fill(310), highs)).toEqual([
      '0 urgent-high',
      '60 urgent-high',
      '120 urgent-high',
    ]);
    const falls = Array.from({ length: 12 }, (_, index) => 250 - 15 * index);
    expect(ringsOf(falls, { settings: onlyOn({ 'falling-fast': {} }) })).toEqual(['35 falling-fast']);
  });

  test('[ALM-16] a high that falls 1 a minute is not repeated until it falls no more', () => {
    const values = [...Array(22).fill(310), ...[305, 300, 295, 290, 285, 285, 285]];
    expect(ringsOf(values, high)).toEqual(['0 high', '135 high']);
  });

  test('[ALM-16] a low that rises 1 a minute is not repeated; a first ring and an urgent low always are', () => {
    expect(ringsOf([55, 50, 55, 60, 65, 70], low)).toEqual(['0 low']);
    expect(ringsOf([45, 45, 50, 55], { settings: onlyOn({ 'urgent-low': {} }) })).toEqual([
      '0 urgent-low',
      '5 urgent-low',
      '10 urgent-low',
      '15 urgent-low',
    ]);
    expect(ringsOf([280, 270, 260], { settings: onlyOn({ high: { afterMinutes: 10 } }) })).toEqual([
      '10 high',
    ]);
  });

  test('[ALM-16] a repeat that was held back is made up for when no new reading says that it rises', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ low: {} }) }).readAll([55, 55, 60, 65]);
    expect(replay.waitUntil(at(26)).rings).toEqual(['0 low', '25 low']);
  });

  test('[ALM-8] [ALM-16] a repeat that was held back rings once readings that are filled in show that it does not rise', () => {
    const replay = new AlarmReplay({ settings: onlyOn({ low: {} }) }).readAll([55, 50, 60, 70]);
    expect(replay.rings).toEqual(['0 low']);
    const filled = [6, 7, 8].map((minute) => ({ takenAt: at(minute), mgdl: 70 }));
    replay.input = { ...replay.input, readings: [...replay.input.readings, ...filled] };
    replay.evaluate(at(16));
    expect(replay.rings).toEqual(['0 low', '16 low']);
  });
});
