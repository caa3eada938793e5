import { expect, test } from 'vitest';
import { NOON } from '../../../test/polling/vendor.ts';
import { SECOND } from '../../shared/time-units.ts';
import { openDecryptionGuard } from './decryption-guard.ts';

test('[SRC-4] [OPS-2] a node leaves due polls to others for five seconds while it cannot decrypt what is stored', () => {
  const decryptionGuard = openDecryptionGuard();
  expect(decryptionGuard.delayMs()).toBe(0);
  decryptionGuard.report(false);
  expect(decryptionGuard.delayMs()).toBe(5 * SECOND);
  decryptionGuard.report(true);
  expect(decryptionGuard.delayMs()).toBe(0);
});

test('[SRC-4] [OPS-2] what a node cannot decrypt is left to the others until five seconds after it was due', () => {
  const { isLeftToOthers } = openDecryptionGuard();
  expect(isLeftToOthers(NOON, NOON + 5 * SECOND - 1)).toBe(true);
  expect(isLeftToOthers(NOON, NOON + 5 * SECOND)).toBe(false);
});
