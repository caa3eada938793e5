import { expect, test } from 'vitest';
import { codeFinder } from './find-code.ts';

test('[DEV-4] new codes are found by their hash, also after a clock that was ahead is set back', async () => {
  const clock = { at: 3_600_000 };
  const hashed = new Set<string>();
  const codes = new Set<string>();
  const identity = { wearerId: 1, code: '0123456789', accountId: null };
  const find = codeFinder(
    {
      codes: { find: async () => null },
      codeHashes: {
        findByHash: async (hash) => (hashed.has(hash) ? identity : null),
        async hashNewCodes() {
          for (const code of codes) hashed.add(code);
        },
      },
    },
    () => clock.at,
  );
  expect(await find('the hash of a code')).toBeNull();
  codes.add('the hash of a code');
  clock.at = 0;
  expect(await find('the hash of a code')).toEqual(identity);
});
