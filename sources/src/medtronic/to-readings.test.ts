import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAY_MS, now, recorded } from '../../test/carelink.ts';
import { toReadings } from './to-readings.ts';

type Expected = {
  offsetMinutes: number;
  stale: boolean;
  lastTrend: string | null;
  readings: [number, number][];
};
type Message = { patientData: Record<string, unknown> & { sgs: Record<string, unknown>[] } };

const expected = (name: string) =>
  JSON.parse(readFileSync(new URL(`answers/${name}.expected.json`, import.meta.url), 'utf8')) as Expected;
const read = (answer: unknown, since = 0) => toReadings(answer, { since, now });
const pump = () => structuredClone(recorded('display-v13-pump').body) as Message;
/** The recorded message with something else in it. */
const pumpWith = (change: Record<string, unknown>) => ({ patientData: { ...pump().patientData, ...change } });
const HOUR = 3_600_000;

describe('[SRC-1] CareLink’s picture of the day', () => {
  test.each(['pump', 'us-rising', 'half-hour-zone', 'sensor-only', 'low-clamp', 'pump-lost', 'warmup'])(
    '%s is read with true times',
    (name) => {
      const { readings, offsetMs, isStale, trend } = read(recorded(`display-v13-${name}`).body);
      const plain = readings.map(({ takenAt, mgdl }) => [takenAt, mgdl]);
      expect({ offsetMinutes: offsetMs / 60_000, stale: isStale, lastTrend: trend, readings: plain }).toEqual(
        expected(`display-v13-${name}`),
      );
    },
  );

  test('was flat once, and is still understood so', () => {
    const { readings } = read(recorded('display-v6-flat').body);
    expect(readings).toHaveLength(8);
    expect(new Date(readings.at(-1)?.takenAt ?? 0).toISOString()).toBe('2026-10-12T09:27:00.000Z');
  });

  test('that stands still says so and gives nothing new', () => {
    const { readings, isStale } = read(recorded('display-v6-frozen').body, now - DAY_MS);
    expect(isStale).toBe(true);
    expect(readings).toEqual([]);
  });

  test('without rows is empty', () => {
    expect(read(recorded('display-v13-no-rows').body).readings).toEqual([]);
  });

  test('gives only what is newer than asked', () => {
    const all = read(pump()).readings;
    expect(read(pump(), all.at(-2)?.takenAt).readings).toEqual(all.slice(-1));
  });
});

describe('[SRC-1] a value at the end of the sensor’s range', () => {
  test.each([
    [40, 'SG_BELOW_40_MGDL', 39],
    [400, 'SG_ABOVE_400_MGDL', 401],
    [40, 'NO_ERROR_MESSAGE', 40],
    [400, undefined, 400],
  ])('%d with the state %s is %d, and no trend follows from it', (sg, sensorState, mgdl) => {
    const row = { kind: 'SG', version: 1, sg, sensorState, timestamp: '2026-10-12T11:27:00' };
    const sgs = [...pump().patientData.sgs.slice(0, -1), row];
    const newest = read(pumpWith({ sgs, lastSG: row, lastSGTrend: 'NONE' })).readings.at(-1);
    expect([newest?.mgdl, newest?.trend]).toEqual([mgdl, 'unknown']);
  });
});

describe('the trend', () => {
  test.each([
    ['us-rising', 'rising'],
    ['half-hour-zone', 'falling-slowly'],
    ['low-clamp', 'falling-fast'],
    ['pump', 'steady'],
  ])('of the newest row is the vendor’s word, or the pace where that is NONE (%s)', (name, trend) => {
    expect(read(recorded(`display-v13-${name}`).body).readings.at(-1)?.trend).toBe(trend);
  });

  test('of the others is their pace; the first has none', () => {
    const { readings } = read(recorded('display-v13-us-rising').body);
    expect(readings.map(({ trend }) => trend).slice(0, 2)).toEqual(['unknown', 'steady']);
    expect(readings.at(-2)?.trend).toBe('rising');
  });

  test('is not given to another row than the vendor means', () => {
    const { readings } = read(
      pumpWith({ lastSGTrend: 'UP_TRIPLE', lastSG: { sg: 0, timestamp: '2026-10-12T11:27:00' } }),
    );
    expect(readings.at(-1)?.trend).toBe('steady');
  });
});

describe('the clock of the rows', () => {
  test('is the pump’s where pump and phone disagree', () => {
    const { offsetMs } = read(pumpWith({ lastConduitDateTime: '2026-10-12T05:29:45' }));
    expect(offsetMs).toBe(2 * HOUR);
  });

  test('is the phone’s when the pump’s would put the newest row into the future or long ago', () => {
    const medicalDeviceTime = Number(pump().patientData.medicalDeviceTime);
    for (const hours of [-3, 3]) {
      const { offsetMs } = read(pumpWith({ medicalDeviceTime: medicalDeviceTime + hours * HOUR }));
      expect(offsetMs).toBe(2 * HOUR);
    }
  });

  test.each([
    ['W. Europe Standard Time', 2],
    ['Europe/Amsterdam', 2],
  ])('is that of the zone %s when nothing else is known', (zone, hours) => {
    const { offsetMs } = read(
      pumpWith({ medicalDeviceTime: null, lastConduitDateTime: null, clientTimeZoneName: zone }),
    );
    expect(offsetMs).toBe(hours * HOUR);
  });

  test('that nobody tells is not guessed', () => {
    const silent = pumpWith({
      medicalDeviceTime: null,
      lastConduitDateTime: '',
      clientTimeZoneName: 'Nowhere',
    });
    expect(() => read(silent)).toThrowError(expect.objectContaining({ errorCode: 'unreadable' }));
  });

  test('is not needed where each row says its own zone', () => {
    const sgs = [{ sg: 120, datetime: '2026-10-12T10:27:00+01:00' }];
    const own = read(
      pumpWith({ sgs, medicalDeviceTime: null, lastConduitDateTime: null, clientTimeZoneName: null }),
    );
    expect(own.readings.map(({ takenAt }) => new Date(takenAt).toISOString())).toEqual([
      '2026-10-12T09:27:00.000Z',
    ]);
  });

  test('that was set back an hour ago makes no reading twice and none in the future', () => {
    const { sgs } = pump().patientData;
    const changed = sgs.map((row, index) =>
      index < 12
        ? {
            ...row,
            timestamp: (row.timestamp as string).replace(
              /T(\d\d)/,
              (_, hour) => `T${String(Number(hour) + 1).padStart(2, '0')}`,
            ),
          }
        : row,
    );
    expect(read(pumpWith({ sgs: changed })).readings).toEqual(read(pump()).readings);
  });
});

describe('rows that are no readings', () => {
  test('are left out: no value, no time, 1970, the future, beyond a sensor’s range', () => {
    const { sgs } = pump().patientData;
    const odd = [
      { sg: 0, timestamp: '2026-10-12T11:22:30' },
      { sg: 100 },
      { sg: 100, timestamp: '' },
      { sg: 100, timestamp: '1970-01-01T00:00:00' },
      { sg: 100, timestamp: '2026-10-13T03:27:00' },
      { sg: 500, timestamp: '2026-10-12T11:12:30' },
      'row',
      null,
    ];
    expect(read(pumpWith({ sgs: [...sgs, ...odd] })).readings).toEqual(read(pump()).readings);
  });

  test('that come twice in a minute are one', () => {
    const { sgs } = pump().patientData;
    expect(read(pumpWith({ sgs: [...sgs, sgs.at(-1)] })).readings).toHaveLength(24);
  });

  test('in millimoles are never scaled to look right', () => {
    const sgs = [{ sg: 7, timestamp: '2026-10-12T11:27:00' }];
    expect(() => read(pumpWith({ sgs }))).toThrowError(expect.objectContaining({ errorCode: 'unreadable' }));
  });
});
