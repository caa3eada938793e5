import { expect, test } from 'vitest';
import { evenlySpaced, flat, HOUR, MINUTE, START, type Taken } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { eventsOf } from './events.ts';
import { tallyOf } from './tally.ts';

const episodes = (readings: Taken[], side: 'low' | 'high', limit: number) =>
  eventsOf(seriesOf(readings), { side, limit, until: 0 }).map(({ from, to, extremeMgdl }) => [
    (from - START) / MINUTE,
    (to - START) / MINUTE,
    extremeMgdl,
  ]);
const lows = (values: number[]) => episodes(evenlySpaced([...values, ...Array(6).fill(100)]), 'low', 70);

test('[DASH-7] fifteen minutes below the limit are an event, ten are not', () => {
  expect(lows([100, 69, 60, 65, 100])).toEqual([[5, 20, 60]]);
  expect(lows([100, 69, 60, 100])).toEqual([]);
});

test('a value equal to the limit is not beyond it', () => {
  expect(lows([100, 70, 70, 70, 70])).toEqual([]);
  expect(episodes(evenlySpaced([180, 180, 180, 180, 181, 190, 185, 180]), 'high', 180)).toEqual([
    [20, 35, 190],
  ]);
});

test('[DASH-7] an event ends when glucose is back in range for fifteen minutes; a shorter return is part of it', () => {
  expect(lows([60, 60, 60, 80, 80, 55, 80])).toEqual([[0, 30, 55]]);
  expect(lows([60, 60, 60, 80, 80, 80, 55, 55, 55])).toEqual([
    [0, 15, 60],
    [30, 45, 55],
  ]);
});

test('several short dips are not an event when none of them lasts fifteen minutes', () => {
  expect(lows([60, 60, 80, 60, 60, 80, 60, 60])).toEqual([]);
});

test('a one-minute sensor needs fifteen minutes too', () => {
  const back = flat(100, HOUR, 1, START + 14 * MINUTE);
  expect(episodes([...flat(60, 14 * MINUTE, 1), ...back], 'low', 70)).toEqual([]);
  const later = flat(100, HOUR, 1, START + 15 * MINUTE);
  expect(episodes([...flat(60, 15 * MINUTE, 1), ...later], 'low', 70)).toEqual([[0, 15, 60]]);
});

test('[DASH-7] a gap over 45 minutes ends an event where its last reading stops counting', () => {
  const readings = [
    ...flat(60, HOUR),
    ...flat(60, HOUR, 5, START + 3 * HOUR),
    ...flat(100, HOUR, 5, START + 4 * HOUR),
  ];
  expect(episodes(readings, 'low', 70)).toEqual([
    [0, 70, 60],
    [180, 240, 60],
  ]);
  const short = [
    ...flat(60, HOUR),
    ...flat(60, HOUR, 5, START + 100 * MINUTE),
    ...flat(100, HOUR, 5, START + 160 * MINUTE),
  ];
  expect(episodes(short, 'low', 70)).toEqual([[0, 160, 60]]);
});

test('[DASH-7] one low reading before a gap counts as long in the events as in the time in range', () => {
  const readings = [
    ...flat(100, HOUR),
    { takenAt: START + HOUR, mgdl: 60 },
    ...flat(100, HOUR, 5, START + HOUR + 40 * MINUTE),
  ];
  expect(episodes(readings, 'low', 70)).toEqual([[60, 75, 60]]);
  expect(tallyOf(seriesOf(readings)).weightMs[60]).toBe(15 * MINUTE);
});

test('two hours beyond the limit are a prolonged event, and an event without a return continues', () => {
  const series = seriesOf([
    ...flat(60, 2 * HOUR),
    ...flat(100, 2 * HOUR, 5, START + 2 * HOUR),
    ...flat(60, HOUR, 5, START + 4 * HOUR),
  ]);
  expect(eventsOf(series, { side: 'low', limit: 70, until: 0 })).toMatchObject([
    { isProlonged: true, isOver: true, side: 'low' },
    { isProlonged: false, isOver: false },
  ]);
  const justBack = seriesOf([...flat(60, HOUR), ...flat(100, 10 * MINUTE, 5, START + HOUR)]);
  expect(eventsOf(justBack, { side: 'low', limit: 70, until: 0 })).toMatchObject([{ isOver: false }]);
  const back = seriesOf([...flat(60, HOUR), ...flat(100, 15 * MINUTE, 5, START + HOUR)]);
  expect(eventsOf(back, { side: 'low', limit: 70, until: 0 })).toMatchObject([{ isOver: true }]);
});

test('[DASH-7] an event that is the last of the data is over when no reading has come for longer than a gap that belongs to it', () => {
  const series = seriesOf(flat(250, HOUR));
  const last = START + 55 * MINUTE;
  const isOver = (until: number) => eventsOf(series, { side: 'high', limit: 180, until })[0]?.isOver;
  expect([isOver(last), isOver(last + 45 * MINUTE), isOver(last + 46 * MINUTE)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('no readings, no events', () => {
  expect(eventsOf(seriesOf([]), { side: 'high', limit: 180, until: 0 })).toEqual([]);
});

test('[DASH-7] the extreme of a high event is its highest value, even after a short return', () => {
  const values = [190, 195, 190, 175, 220, 210, 190, ...Array(6).fill(150)];
  expect(episodes(evenlySpaced(values), 'high', 180)).toEqual([[0, 35, 220]]);
});
