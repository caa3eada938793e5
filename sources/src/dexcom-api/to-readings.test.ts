import { describe, expect, test } from 'vitest';
import { recordedIn } from '../../test/fake-vendor.ts';
import { firstRecordTime, toReadings } from './to-readings.ts';

const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 8, 14, 12, 3, 20);
const readingsOf = (name: string) => toReadings(recorded(name).body, { since: 0, now, maxRows: 100 });
const at = (text: string) => Date.parse(`2026-09-14T${text}Z`);

describe('[SRC-1] responses of Dexcom’s API become readings', () => {
  test('an hour of it, oldest first', async () => {
    expect(await readingsOf('egvs-ok')).toHaveLength(12);
    expect((await readingsOf('egvs-ok')).at(-1)).toEqual({
      takenAt: at('08:58:12'),
      mgdl: 141,
      trend: 'steady',
    });
  });

  test('millimoles become the milligrams that the sensor said', async () => {
    expect((await readingsOf('egvs-mmol')).map(({ mgdl }) => mgdl)).toEqual([137, 139, 141]);
  });

  test('a receiver’s times without a zone are UTC', async () => {
    expect((await readingsOf('egvs-receiver-no-offset')).at(-1)).toMatchObject({
      takenAt: at('08:58:12'),
      mgdl: 150,
    });
  });

  test('low and high come from the status, and a record without a direction has no trend', async () => {
    const readings = await readingsOf('egvs-special');
    expect(readings.slice(-4)).toEqual([
      { takenAt: at('08:43:12'), mgdl: 119, trend: 'unknown' },
      { takenAt: at('08:48:12'), mgdl: 120, trend: 'unknown' },
      { takenAt: at('08:53:12'), mgdl: 401, trend: 'unknown' },
      { takenAt: at('08:58:12'), mgdl: 39, trend: 'unknown' },
    ]);
  });

  test.each([
    ['2026-09-14T08:58Z', at('08:58:00')],
    ['2026-9-14T8:5:1', at('08:05:01')],
    ['2026-09-14T10:58:12+02:00', at('08:58:12')],
    ['2026-09-14T05:28:12.5-0330', at('08:58:12')],
  ])('the time %s is understood', async (systemTime, takenAt) => {
    expect(
      await toReadings({ records: [{ systemTime, value: 100 }] }, { since: 0, now, maxRows: 1 }),
    ).toMatchObject([{ takenAt }]);
  });

  test('a value whose unit was lost is kept only where it can be nothing else', async () => {
    const records = [
      { systemTime: '2026-09-14T08:00:00Z', value: 7.8, unit: 'unknown' },
      { systemTime: '2026-09-14T08:05:00Z', value: 141, unit: 'unknown' },
    ];
    expect((await toReadings({ records }, { since: 0, now, maxRows: 2 })).map(({ mgdl }) => mgdl)).toEqual([
      141,
    ]);
  });

  test.each([
    ['datarange-ok', Date.parse('2025-04-20T07:15:03Z')],
    ['datarange-partial', Date.parse('2026-09-01T07:15:03Z')],
    ['datarange-empty', null],
  ])('the first record of %s is at %s', (name, first) => {
    expect(firstRecordTime(recorded(name).body)).toBe(first);
  });
});
