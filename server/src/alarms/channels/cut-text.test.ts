import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['', 3, ''],
  ['low', 3, 'low'],
  ['lower', 3, 'lo…'],
  ['🙂🙂🙂', 3, '🙂🙂🙂'],
  ['🙂🙂🙂🙂', 3, '🙂🙂…'],
])('%j cut to %i characters is %j', (text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut);
});

test('no text is longer than its limit or has half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const cut = cutText(text, limit);
      expect([...cut].length).toBeLessThanOrEqual(limit);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
