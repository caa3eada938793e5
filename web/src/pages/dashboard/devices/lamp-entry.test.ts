import { defaultLamps } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { entryOf, settingsOf } from './lamp-entry.ts';

const night = { fromMinute: 22 * 60 + 30, untilMinute: 6 * 60 + 5 };
const saved = { ...defaultLamps, night, timeZone: 'Europe/Berlin', inRange: 'dark-at-night' } as const;

describe('lamp settings being edited', () => {
  test('come back as they were saved when nothing is changed', () => {
    expect(settingsOf(entryOf(saved), 'Europe/Berlin')).toEqual(saved);
    expect(settingsOf(entryOf(defaultLamps), 'UTC')).toEqual(defaultLamps);
  });

  test('show the night as clock times', () => {
    expect(entryOf(saved)).toMatchObject({ hasNight: true, from: '22:30', until: '06:05' });
  });

  test('cannot be saved while a time of the night is missing', () => {
    expect(settingsOf({ ...entryOf(saved), until: '' }, 'UTC')).toBeNull();
  });

  test('without a night lamps are not dark at night', () => {
    expect(settingsOf({ ...entryOf(saved), hasNight: false }, 'UTC')).toMatchObject({
      night: null,
      inRange: 'glow',
    });
  });
});
