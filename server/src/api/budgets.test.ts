import { expect, test } from 'vitest';
import { MINUTE } from '../times.ts';
import { openBudgets } from './budgets.ts';
import { recent } from './recent.ts';

function budgetsAt() {
  const clock = { at: 1_000_000 };
  return { clock, ...openBudgets(() => clock.at) };
}

test('a budget is spent by its burst and comes back one by one', () => {
  const { clock, allows } = budgetsAt();
  const spent = Array.from({ length: 61 }, () => allows('sign-up', '192.0.2.1'));
  expect([spent.slice(0, 60).every(Boolean), spent[60]]).toEqual([true, false]);
  clock.at += MINUTE;
  expect([allows('sign-up', '192.0.2.1'), allows('sign-up', '192.0.2.1')]).toEqual([true, false]);
  clock.at += 1000 * MINUTE;
  expect(Array.from({ length: 61 }, () => allows('sign-up', '192.0.2.1')).filter(Boolean)).toHaveLength(60);
});

test('budgets of different kinds and keys are apart', () => {
  const { allows } = budgetsAt();
  expect([allows('confirm-mail', 'a'), allows('confirm-mail', 'a')]).toEqual([true, false]);
  expect([allows('reset-mail', 'a'), allows('confirm-mail', 'b')]).toEqual([true, true]);
});

test('who asks too early is told how long to wait, and does not have to wait longer for it', () => {
  const { clock, spend } = budgetsAt();
  spend('confirm-mail', 'a');
  clock.at += 20_000;
  for (let time = 0; time < 3; time += 1) {
    expect(() => spend('confirm-mail', 'a')).toThrow(expect.objectContaining({ retryAfterMs: 40_000 }));
  }
});

test('what is remembered of strangers has an end', () => {
  const kept = recent<number>(3);
  for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) kept.set(key, index);
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual([3, undefined, 2, 4]);
});
