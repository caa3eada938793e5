import { endFollow } from '@tealight/contract';
import { expect, test } from 'vitest';
import { failure, fakeCalls } from '../../test/fake-calls.ts';
import { mayaId } from '../../test/fake-wearers.ts';
import { callEnd } from './call-done.ts';

const endAnsweredBy = (answer: unknown) => {
  fakeCalls({ [endFollow.path]: () => answer });
  return callEnd(endFollow, { wearer: mayaId, body: { id: 7 } });
};

test('what is ended now, or had ended already, is no error', async () => {
  expect(await endAnsweredBy({ isSuccess: true })).toBe(true);
  expect(await endAnsweredBy(failure('no-such-follower'))).toBe(false);
});

test.each(['no-such-wearer', 'not-allowed', 'our-fault'] as const)(
  'that it could not be ended because of %s is one',
  async (code) => {
    await expect(endAnsweredBy(failure(code))).rejects.toMatchObject({ code });
    await expect(endAnsweredBy({ isSuccess: false })).rejects.toMatchObject({ name: 'CallFailed' });
  },
);
