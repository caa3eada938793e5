import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showPercent, showPercents, wholePercents } from './percents.ts';

const anyShares = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1, noNaN: true })), {
    minLength: 5,
    maxLength: 5,
  })
  .filter((parts) => parts.some((part) => part > 0))
  .map((parts) => parts.map((part) => part / parts.reduce((sum, other) => sum + other, 0)));

test('[DASH-7] whole percentages sum to 100, each within one point of its share', () => {
  fc.assert(
    fc.property(anyShares, (shares) => {
      const whole = wholePercents(shares);
      expect(whole.reduce((sum, percent) => sum + percent, 0)).toBe(100);
      whole.forEach((percent, index) => {
        expect(Math.abs(percent - 100 * (shares[index] as number))).toBeLessThan(1.0001);
      });
    }),
  );
});

test('thirds become 34, 33 and 33, and exact shares do not change', () => {
  expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(wholePercents([0.29, 0.57, 0.14])).toEqual([29, 57, 14]);
});

test('[DASH-7] time in low is shown as 0% only when there was none', () => {
  fc.assert(
    fc.property(anyShares, (shares) => {
      showPercents(shares).forEach((text, index) => {
        expect(text === '0%').toBe(shares[index] === 0);
      });
    }),
  );
  expect(showPercents([0.003, 0.004, 0.993])).toEqual(['<1%', '1%', '99%']);
});

test('less than all is never shown as 100%', () => {
  expect(showPercent(0.999)).toBe('>99%');
  expect(showPercent(1)).toBe('100%');
  expect(showPercent(0)).toBe('0%');
  expect(showPercent(0.004)).toBe('<1%');
});
