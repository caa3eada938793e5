import { expect, test } from 'vitest';
import { DAY, flat, HOUR, MINUTE, START } from '../../test/readings.ts';
import { rhythmOf } from './rhythm.ts';

const rhythms = (takenAt: number[]) => [
  ...new Set([...rhythmOf(Float64Array.from(takenAt))].map((ms) => ms / MINUTE)),
];
const timesOf = (everyMinutes: number, spanMs = DAY, from = START) =>
  flat(100, spanMs, everyMinutes, from).map((reading) => reading.takenAt);

test.each([1, 5, 15])('a sensor that measures every %i minutes is recognized', (minutes) => {
  expect(rhythms(timesOf(minutes))).toEqual([minutes]);
});

test('the rhythm is found although readings are seconds early or late', () => {
  expect(rhythms(timesOf(5).map((at, index) => at + ((index * 7) % 5) * 1000))).toEqual([5]);
  expect(rhythms(timesOf(1).map((at, index) => at + ((index * 7) % 20) * 1000))).toEqual([1]);
});

test('a sensor that loses some readings keeps its rhythm', () => {
  expect(rhythms(timesOf(5).filter((_, index) => index % 3 > 0))).toEqual([5]);
  expect(rhythms(timesOf(1).filter((_, index) => index % 2 > 0))).toEqual([1]);
});

test('two sources with the same five-minute readings are not taken for a one-minute sensor', () => {
  const both = timesOf(5).flatMap((at) => [at, at + MINUTE]);
  expect(rhythms(both)).toEqual([5]);
});

test('a change of sensor is detected within three hours', () => {
  const takenAt = [...timesOf(5, DAY), ...timesOf(1, DAY, START + DAY)];
  const everyMs = rhythmOf(Float64Array.from(takenAt));
  const first = takenAt.findIndex((_, index) => everyMs[index] === MINUTE);
  expect(Math.abs((takenAt[first] ?? 0) - (START + DAY))).toBeLessThanOrEqual(3 * HOUR);
  expect(everyMs.at(-1)).toBe(MINUTE);
});

test('a few readings have the rhythm of those before them, or five minutes at the start', () => {
  expect(rhythms([START, START + MINUTE])).toEqual([5]);
  expect(rhythms([...timesOf(1, HOUR), START + 9 * HOUR])).toEqual([1]);
});

test.each([
  [2.5, 1],
  [2.6, 5],
  [12.4, 5],
  [12.5, 15],
  [17.5, 15],
  [17.6, 5],
  [30, 5],
])('readings %d minutes apart come from a sensor that measures every %i minutes', (apart, every) => {
  expect(rhythms(Array.from({ length: 20 }, (_, index) => START + index * apart * MINUTE))).toEqual([every]);
});

test.each([
  ['three of four', [1, 1, 1, 5], 1],
  ['two of four', [1, 1, 5, 5], 5],
  ['three of four', [15, 15, 15, 5], 15],
  ['two of four', [15, 15, 5, 5], 5],
])('%s equal gaps (%j) mean that the sensor measures every %i minutes', (_, gaps, every) => {
  const takenAt = [START];
  for (const gap of gaps) takenAt.push((takenAt.at(-1) ?? START) + gap * MINUTE);
  expect(rhythms(takenAt)).toEqual([every]);
});
