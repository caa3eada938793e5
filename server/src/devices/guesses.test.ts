import { expect, test } from 'vitest';
import { openCodeGuesses } from './guesses.ts';

const MINUTE = 60_000;

function guessing() {
  const clock = { now: 0 };
  const guesses = openCodeGuesses(() => clock.now);
  const wrong = (times: number, network = 'here') => {
    for (let time = 0; time < times; time += 1) guesses.wrong(network);
  };
  return { clock, guesses, wrong };
}

test('[DEV-1] after some wrong codes each further one doubles the wait, up to a quarter of an hour', () => {
  const { guesses, wrong } = guessing();
  wrong(9);
  expect(guesses.waitMs('here', 'x')).toBe(0);
  const waits = [1, 2, 3].map(() => {
    wrong(1);
    return guesses.waitMs('here', 'x');
  });
  expect(waits).toEqual([1000, 2000, 4000]);
  wrong(50);
  expect(guesses.waitMs('here', 'x')).toBe(15 * MINUTE);
  expect(guesses.waitMs('elsewhere', 'x')).toBe(0);
});

test('[DEV-1] wrong codes are forgotten with time', () => {
  const { clock, guesses, wrong } = guessing();
  wrong(12);
  clock.now += 60 * MINUTE;
  wrong(1);
  expect(guesses.waitMs('here', 'x')).toBe(0);
});

test('[DEV-1] a code that was right from a network goes on being so, whatever its neighbours guess', () => {
  const { guesses, wrong } = guessing();
  guesses.right('here', 'mine');
  wrong(30);
  expect(guesses.waitMs('here', 'mine')).toBe(0);
  expect(guesses.waitMs('here', 'other')).toBeGreaterThan(0);
  guesses.forget('mine');
  expect(guesses.waitMs('here', 'mine')).toBeGreaterThan(0);
});
