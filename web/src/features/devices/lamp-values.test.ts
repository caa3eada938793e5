import { defaultLamps } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { settingsOf, valuesOf } from './lamp-values.ts';

const night = { fromMinute: 22 * 60 + 30, untilMinute: 6 * 60 + 5 };
const { timeZone: _, ...usual } = defaultLamps;
const saved = {
  ...usual,
  night,
  alarmWhenMuted: true,
  ...({ inRange: 'dark-at-night', alarmRhythm: 'on' } as const),
};

describe('lamp settings being edited', () => {
  test('come back as they were saved when nothing is changed', () => {
    expect(settingsOf(valuesOf(saved))).toEqual(saved);
    expect(settingsOf(valuesOf(defaultLamps))).toEqual(usual);
  });

  test('show the night as clock times', () => {
    expect(valuesOf(saved)).toMatchObject({ hasNight: true, from: '22:30', until: '06:05' });
  });

  test('cannot be saved while a time of the night is missing', () => {
    expect(settingsOf({ ...valuesOf(saved), until: '' })).toBeNull();
  });

  test('without a night lamps are not dark at night', () => {
    expect(settingsOf({ ...valuesOf(saved), hasNight: false })).toMatchObject({
      night: null,
      inRange: 'glow',
    });
  });
});
