import { expect, test } from 'vitest';
import { openVisibility } from './visibility.ts';

const ACCOUNT = 7;
const ADA = { id: 1, publicId: 'adaadaadaada' };

test('[PPL-24] what an account could see before a right ended never replaces what was read after it', async () => {
  const reads: PromiseWithResolvers<(typeof ADA)[]>[] = [];
  const visibility = openVisibility({
    of: () => {
      const read = Promise.withResolvers<(typeof ADA)[]>();
      reads.push(read);
      return read.promise;
    },
    accountsOf: async () => [],
  });
  const answer = async (index: number, wearers: (typeof ADA)[]) => {
    reads[index]?.resolve(wearers);
    await new Promise(setImmediate);
  };
  const added = visibility.add(ACCOUNT);
  await answer(0, [ADA]);
  await added;
  expect(visibility.seeing(ADA.id)).toEqual({ publicId: ADA.publicId, accounts: [ACCOUNT] });
  const checked = visibility.refresh(ACCOUNT);
  const ended = visibility.reload(ADA.id);
  await new Promise(setImmediate);
  await answer(2, []);
  await ended;
  await answer(1, [ADA]);
  await checked;
  expect(visibility.seeing(ADA.id)).toBeNull();
  expect(visibility.of(ACCOUNT)).toEqual([]);
});
