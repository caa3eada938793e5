import { units } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { changed, errorsOf, initialSettings, settingsOf, valuesOf } from './alarm-values.ts';

describe.each(units)('the form of alarm settings in %s', (unit) => {
  const values = valuesOf(initialSettings, unit);

  test('[ALM-23] has no error before anything is typed, and saves what was stored', () => {
    expect(errorsOf(values)).toEqual([]);
    expect(settingsOf(values)).toEqual(initialSettings);
  });

  test('[ALM-23] begins the night with the numbers of the day as they were typed', () => {
    const { low } = values.day;
    const change = { ...low, isOn: true, numbers: { ...low.numbers, afterMinutes: '10' } };
    const day = changed(values, { kind: 'low', time: 'day' }, change);
    const both = { ...day, differsAtNight: true };
    expect(both.night.low).toEqual(change);
    const night = changed(both, { kind: 'low', time: 'night' }, low);
    expect([night.day.low, night.night.low]).toEqual([change, low]);
  });
});
