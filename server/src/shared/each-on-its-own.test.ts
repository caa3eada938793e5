import { expect, test } from 'vitest';
import { eachOnItsOwn } from './incident.ts';
import { StoreUnavailable } from './store-errors.ts';

/** Does the work for three items, of which `failing` fail; returns those that were begun, and the error. */
async function run(failing: Readonly<Record<number, Error>>) {
  const begun: number[] = [];
  const error = await eachOnItsOwn([1, 2, 3], async (item) => {
    begun.push(item);
    if (failing[item] !== undefined) throw failing[item];
  }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { begun, error };
}

test('what fails for one is done for the others, and the first error is thrown at the end', async () => {
  const [first, second] = [new Error('first'), new Error('second')];
  expect(await run({})).toEqual({ begun: [1, 2, 3], error: null });
  expect(await run({ 1: first, 2: second })).toEqual({ begun: [1, 2, 3], error: first });
});

test('nothing more is begun when the database does not work', async () => {
  const error = new StoreUnavailable('unreachable');
  expect(await run({ 2: error })).toEqual({ begun: [1, 2], error });
});
