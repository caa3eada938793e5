import { describe, expect, test } from 'vitest';
import { ageText, clockText } from './age.ts';

const taken = '2026-11-20T10:05:00Z';
const after = (minutes: number) => Date.parse(taken) + minutes * 60_000;

describe('the age of a reading', () => {
  test.each([
    [-1, 'just now'],
    [0.9, 'just now'],
    [1, '1 min ago'],
    [59.9, '59 min ago'],
    [60, '1 h ago'],
    [75, '1 h 15 min ago'],
    [24 * 60, '1 day ago'],
    [71 * 60, '2 days ago'],
  ])('after %d minutes reads “%s”', (minutes, words) => {
    expect(ageText(taken, after(minutes))).toBe(words);
  });

  test('the day stands beside the time only when it is not today', () => {
    const today = clockText(taken, after(1));
    expect(clockText(taken, after(3 * 24 * 60))).toContain(today);
    expect(clockText(taken, after(3 * 24 * 60)).length).toBeGreaterThan(today.length);
  });
});
