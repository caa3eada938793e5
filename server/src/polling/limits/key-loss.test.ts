import { expect, test } from 'vitest';
import { NOON } from '../../../test/polling/vendor.ts';
import { SECOND } from '../../shared/time-units.ts';
import { openKeyLoss } from './key-loss.ts';

test('[SRC-4] [OPS-2] a node leaves due polls to others for five seconds while it cannot decrypt what is stored', () => {
  const keyLoss = openKeyLoss();
  expect(keyLoss.delayMs()).toBe(0);
  keyLoss.tried(false);
  expect(keyLoss.delayMs()).toBe(5 * SECOND);
  keyLoss.tried(true);
  expect(keyLoss.delayMs()).toBe(0);
});

test('[SRC-4] [OPS-2] what a node cannot decrypt is left to the others until five seconds after it was due', () => {
  const { isOthersFirst } = openKeyLoss();
  expect(isOthersFirst(NOON, NOON + 5 * SECOND - 1)).toBe(true);
  expect(isOthersFirst(NOON, NOON + 5 * SECOND)).toBe(false);
});
