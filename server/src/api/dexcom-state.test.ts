import { expect, test } from 'vitest';
import { dexcomStates } from './dexcom-state.ts';

let at = Date.UTC(2026, 10, 21);
const states = dexcomStates(() => at);

test('[CON-5] the wearer who left for Dexcom is known when they come back, and nobody else is', () => {
  const state = states.make(7);
  expect(states.holds(7, state)).toBe(true);
  expect(states.holds(8, state)).toBe(false);
  expect(
    states.holds(
      7,
      state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
  ).toBe(false);
  expect(states.holds(7, '')).toBe(false);
});

test('whoever takes more than half an hour begins again', () => {
  const state = states.make(7);
  at += 31 * 60_000;
  expect(states.holds(7, state)).toBe(false);
});
