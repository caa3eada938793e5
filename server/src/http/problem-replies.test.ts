import { currentReadings } from '@tealight/contract';
import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { StoreUnavailable } from '../shared/store-errors.ts';

/** The answer of a call whose query fails with this error. */
async function answerTo(error: Error) {
  const api = await apiOn(await openInMemory(), { readingsFor: () => Promise.reject(error) });
  const answer = await api.send(currentReadings, { token: await api.signedIn() });
  return { answer, isLogged: api.logged.some((line) => line.includes('"event":"our-fault"')) };
}

test.each([
  ...(['unreachable', 'slow', 'busy', 'disk-full', 'read-only', 'damaged'] as const).map(
    (fault): [string, Error] => [`database that is ${fault}`, new StoreUnavailable(fault)],
  ),
  ...['ENOSPC', 'EDQUOT', 'EFBIG'].map((code): [string, Error] => [
    `full disk (${code})`,
    Object.assign(new Error('write'), { code }),
  ]),
])('[API-3] a %s is not a bug: 503 with a time to retry', async (_, error) => {
  const { answer, isLogged } = await answerTo(error);
  expect(answer.json()).toMatchObject({ status: 503, type: 'urn:tealight:problem:unavailable' });
  expect([answer.statusCode, answer.headers['retry-after'], isLogged]).toEqual([503, '10', false]);
});

test('[API-3] a bug is 500, is logged, and its details are not sent', async () => {
  const { answer, isLogged } = await answerTo(new TypeError('a word from inside'));
  expect(answer.json()).toMatchObject({ status: 500, type: 'urn:tealight:problem:our-fault' });
  expect([answer.headers['retry-after'], answer.body.includes('inside'), isLogged]).toEqual([
    undefined,
    false,
    true,
  ]);
});
