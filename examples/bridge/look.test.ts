import { expect, test } from 'vitest';
import { lookOf } from './look.ts';
import { glow, lookNow } from './test/glows.ts';

test.each([
  ['right', 0, 840],
  ['three hours behind', -3 * 3_600_000, 1020],
])('[DEV-4] with a clock that is %s no color stays for more than 17 minutes', (_, byMs, holdsS) => {
  const sentAt = Date.now();
  const now = sentAt + byMs;
  const sent = glow({ validUntil: new Date(sentAt + 840_000).toISOString() });
  expect(lookOf(sent, { now, heldMs: 0 })).toMatchObject({ green: 191, holdsS });
  expect(lookOf(sent, { now: now + holdsS * 1000, heldMs: holdsS * 1000 })).toMatchObject({
    green: 255,
    words: '',
  });
});

test('[ALM-40] [ALM-45] an alarm has the rhythm of its priority until somebody has seen it', () => {
  const look = (kind: string, seen: boolean) =>
    lookNow(glow({ zone: 'high', flash: true, alarm: { kind, seen } })).moving;
  expect(['urgent-low-soon', 'low', 'rising-fast'].map((kind) => look(kind, false))).toEqual([
    ...['urgent', 'important', 'minor'],
  ]);
  expect(look('urgent-low', true)).toBe('high');
});
