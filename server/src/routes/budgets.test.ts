import { expect, test } from 'vitest';
import { openLimits } from '../limits/limits.ts';
import { memoryLimits } from '../limits/memory-backend.ts';
import { MINUTE } from '../shared/time-units.ts';
import { openBudgets } from './budgets.ts';

function budgetsAt() {
  const clock = { at: 1_000_000 };
  const now = () => clock.at;
  const log = { info() {}, warn() {}, error() {} };
  const limits = openLimits({ shared: memoryLimits(), secret: 'a test', log, now });
  return { clock, ...openBudgets(limits, now) };
}

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let time = 0; time < count; time += 1) results.push(await work());
  return results;
}

test('a budget allows its burst and refills one by one', async () => {
  const { clock, allows } = budgetsAt();
  const spent = await times(61, () => allows('sign-up', '192.0.2.1'));
  expect([spent.slice(0, 60).every(Boolean), spent[60]]).toEqual([true, false]);
  clock.at += MINUTE;
  expect(await times(2, () => allows('sign-up', '192.0.2.1'))).toEqual([true, false]);
  clock.at += 1000 * MINUTE;
  expect((await times(61, () => allows('sign-up', '192.0.2.1'))).filter(Boolean)).toHaveLength(60);
});

test('budgets of different kinds and keys are separate', async () => {
  const { allows } = budgetsAt();
  expect(await times(2, () => allows('confirm-mail', 'a'))).toEqual([true, false]);
  expect([await allows('reset-mail', 'a'), await allows('confirm-mail', 'b')]).toEqual([true, true]);
});

test('a client that asks too early gets the time to wait, and asking does not make it longer', async () => {
  const { clock, spend } = budgetsAt();
  await spend('confirm-mail', 'a');
  clock.at += 20_000;
  for (let time = 0; time < 3; time += 1) {
    await expect(spend('confirm-mail', 'a')).rejects.toMatchObject({ retryAfterMs: 40_000 });
  }
});
