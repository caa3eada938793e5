import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordedIn } from '../../test/fake-vendor.ts';
import { takenAtOf, toReadings } from './to-readings.ts';

type Graph = { data: { connection: { glucoseMeasurement: unknown }; graphData: unknown[] } };
const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 8, 14, 12, 3, 20);
const span = { since: 0, until: now };
const read = (name: string) => {
  const { data } = recorded(name).body as Graph;
  return toReadings([...data.graphData, data.connection.glucoseMeasurement ?? []].flat(), span);
};

test('[SRC-1] the graph and the current value make one history, with the trend of the current value', () => {
  const readings = read('graph-ok');
  expect(readings.at(-1)).toEqual({ takenAt: Date.UTC(2026, 8, 14, 12, 2, 41), mgdl: 112, trend: 'steady' });
  expect(readings[0]).toEqual({ takenAt: Date.UTC(2026, 8, 14, 10, 47, 41), mgdl: 96, trend: 'unknown' });
});

test('an account in mmol/L is read in mg/dL all the same', () => {
  expect(read('graph-mmol').every(({ mgdl }) => mgdl >= 40)).toBe(true);
});

test('points a quarter of an hour apart are as good', () => {
  expect(read('graph-15min').length).toBeGreaterThan(1);
});

test('out of the sensor’s range the value stays at its edge', () => {
  const readings = read('graph-high-low');
  expect(readings.at(-1)?.mgdl).toBe(501);
  expect(readings[0]?.mgdl).toBe(39);
});

test.each([
  ['LO at the end of the range', { ValueInMgPerDl: 40, isLow: true }, 39],
  ['LO without a value', { ValueInMgPerDl: 0, isLow: true }, 39],
  ['HI at the end of the range', { ValueInMgPerDl: 500, isHigh: true }, 501],
  ['a value that was measured', { ValueInMgPerDl: 40, isLow: false }, 40],
  ['a flag that its value contradicts: the value counts', { ValueInMgPerDl: 65, isLow: true }, 65],
  ['a flag that its value contradicts: the value counts', { ValueInMgPerDl: 260, isHigh: true }, 260],
  ['a flag of another kind', { ValueInMgPerDl: 112, isLow: 'no', isHigh: 7 }, 112],
])('[SRC-1] %s (%o) is %d', (_, value, mgdl) => {
  const point = { FactoryTimestamp: '9/14/2026 11:42:40 AM', TrendArrow: 3, ...value };
  expect(toReadings([point], span).map((reading) => reading.mgdl)).toEqual([mgdl]);
});

test('a sensor that has ended leaves history without a current value', () => {
  expect(() => read('graph-no-active-sensors')).not.toThrow();
  expect(() => read('graph-sensors-absent')).not.toThrow();
});

test.each([
  ['connections-arrow-0', 'unknown'],
  ['connections-arrow-1', 'falling-fast'],
  ['connections-arrow-2', 'falling'],
  ['connections-arrow-3', 'steady'],
  ['connections-arrow-4', 'rising'],
  ['connections-arrow-5', 'rising-fast'],
])('%s means %s', (name, trend) => {
  const { data } = recorded(name).body as { data: { glucoseMeasurement: unknown }[] };
  expect(toReadings([data[0]?.glucoseMeasurement], span)[0]?.trend).toBe(trend);
});

test('the hour that comes twice in autumn is read once, by the sensor’s clock', () => {
  const readings = toReadings((recorded('graph-dst-overlap').body as Graph).data.graphData, {
    since: 0,
    until: Number.MAX_SAFE_INTEGER,
  });
  expect(readings.map(({ takenAt }) => takenAt)).toEqual([
    Date.UTC(2026, 9, 25, 0, 55),
    Date.UTC(2026, 9, 25, 1, 55),
  ]);
});

test('twelve at night is hour 0 and twelve at noon hour 12', () => {
  expect(takenAtOf('9/14/2026 12:04:09 AM')).toBe(Date.UTC(2026, 8, 14, 0, 4, 9));
  expect(takenAtOf('9/14/2026 12:02:41 PM')).toBe(Date.UTC(2026, 8, 14, 12, 2, 41));
});

test('whatever moment the vendor writes, it is read back', () => {
  const moments = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (moment) => {
      const at = Math.floor(moment.getTime() / 1000) * 1000;
      const written = new Date(at)
        .toLocaleString('en-US', { timeZone: 'UTC' })
        .replace(',', '')
        .replace('\u202f', ' ');
      expect(takenAtOf(written)).toBe(at);
    }),
  );
});

test.each([
  '',
  '14/9/2026 12:02:41 PM',
  '9/31/2026 1:00:00 AM',
  '9/14/2026 13:02:41 PM',
  '2026-09-14T12:02:41Z',
])('“%s” is no moment of this vendor', (text) => {
  expect(takenAtOf(text)).toBeNull();
});

test('alarms without a value in the logbook are left out', () => {
  const { data } = recorded('logbook-ok').body as { data: unknown[] };
  const readings = toReadings(data, span);
  expect(readings.length).toBeGreaterThan(0);
  expect(readings.length).toBeLessThan(data.length);
});

test('one measurement that comes twice, as history and as current value, is one reading', () => {
  const point = (FactoryTimestamp: string, TrendArrow?: number) => ({
    FactoryTimestamp,
    ValueInMgPerDl: 100,
    TrendArrow,
  });
  const readings = toReadings([point('9/14/2026 12:00:00 PM'), point('9/14/2026 12:00:05 PM', 3)], span);
  expect(readings).toEqual([{ takenAt: Date.UTC(2026, 8, 14, 12, 0, 5), mgdl: 100, trend: 'steady' }]);
});
