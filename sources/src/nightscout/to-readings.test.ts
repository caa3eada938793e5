import { describe, expect, test } from 'vitest';
import { recordedIn } from '../../test/fake-vendor.ts';
import { toPage, toReadings } from './to-readings.ts';

const recorded = recordedIn(import.meta.url);
const at = Date.UTC(2026, 9, 12, 9, 31, 20);
const ever = { since: 0, until: at };
const readingsOf = async (entries: unknown, span = ever) =>
  toReadings((await toPage(entries, 1000)).rows, span);

describe('[SRC-1] what a site tells becomes readings', () => {
  test.each([
    ['entries-sgv', 10],
    ['entries-from-cache', 3],
    ['entries-mixed-types', 2],
    ['entries-openaps-trio', 1],
    ['entries-current', 1],
    ['entries-current-is-mbg', 0],
    ['entries-empty', 0],
    ['entries-duplicate-sources', 2],
  ])('%s holds %i', async (name, count) => {
    expect(await readingsOf(recorded(name).body)).toHaveLength(count);
  });

  test('odd values: error codes and empty ones are left out, LOW and HIGH, text and fractions are read', async () => {
    expect(await readingsOf(recorded('entries-odd-values').body)).toEqual([
      { takenAt: 1791795544000, mgdl: 140, trend: 'unknown' },
      { takenAt: 1791796144000, mgdl: 119, trend: 'rising-fast' },
      { takenAt: 1791796444000, mgdl: 121, trend: 'unknown' },
      { takenAt: 1791796744000, mgdl: 401, trend: 'rising-fast' },
    ]);
  });

  test.each([
    ['SingleUp', 'rising'],
    ['FortyFiveUp', 'rising-slowly'],
    ['Flat', 'steady'],
    ['FortyFiveDown', 'falling-slowly'],
    ['SingleDown', 'falling'],
    ['TripleDown', 'falling-fast'],
    ['NONE', 'unknown'],
    ['RATE OUT OF RANGE', 'unknown'],
  ])('the direction %s is the trend %s', async (direction, trend) => {
    expect(await readingsOf([{ date: at, sgv: 100, direction }])).toMatchObject([{ trend }]);
  });

  test('the number of the trend is used where the direction is missing', async () => {
    expect(await readingsOf([{ date: at, sgv: 100, trend: 5 }])).toMatchObject([{ trend: 'falling-slowly' }]);
  });

  test.each([
    ['text', { date: '2026-10-12T09:29:04.000Z' }],
    ['text with an offset', { date: '2026-10-12T11:29:04+02:00' }],
    ['digits', { date: '1791797344000' }],
    ['the other field', { dateString: '2026-10-12T09:29:04.000Z' }],
  ])('a time as %s is understood', async (_, time) => {
    expect(await readingsOf([{ ...time, sgv: 100 }])).toMatchObject([{ takenAt: 1791797344000 }]);
  });

  test('a time without a zone could be anywhere and is not guessed', async () => {
    expect(
      await readingsOf([
        { dateString: '2026-10-12T09:29:04', sgv: 100 },
        { date: at, sgv: 101 },
      ]),
    ).toHaveLength(1);
  });

  test('[SRC-2] what claims to come from the future is left out', async () => {
    expect(await readingsOf([{ date: at + 1, sgv: 100 }])).toEqual([]);
  });

  test('39 is the lowest a sensor says, 38 its error', async () => {
    const values = await readingsOf(
      [38, 39, 600, 601].map((sgv, index) => ({ date: at - index * 300_000, sgv })),
    );
    expect(values.map(({ mgdl }) => mgdl)).toEqual([600, 39]);
  });

  test.each([
    ['without a type', {}, 1],
    ['with an empty one', { type: '' }, 1],
    ['with one in capitals', { type: 'SGV' }, 1],
    ['of another kind', { type: 'mbg', mbg: 100 }, 0],
    ['that was deleted', { type: 'sgv', isValid: false }, 0],
    ['that is said to be valid', { type: 'sgv', isValid: true }, 1],
  ])('an entry %s', async (_, more, count) => {
    expect(await readingsOf([{ date: at, sgv: 100, ...more }])).toHaveLength(count);
  });

  test.each([
    ['an object', {}],
    ['text', 'entries'],
    ['nothing', null],
    ['a list of something else', [{ name: 'x' }]],
  ])('%s is unreadable', async (_, answer) => {
    await expect(toPage(answer, 1000)).rejects.toThrow('nightscout: unreadable');
  });
});
