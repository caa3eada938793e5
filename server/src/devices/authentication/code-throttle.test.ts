import { expect, test } from 'vitest';
import { openLimits } from '../../limits/limits.ts';
import { memoryLimits } from '../../limits/memory-backend.ts';
import { openCodeThrottle } from './code-throttle.ts';

const MINUTE = 60_000;
const log = { info() {}, warn() {}, error() {} };

function guessing() {
  const clock = { now: 0 };
  const now = () => clock.now;
  const guesses = openCodeThrottle(openLimits({ shared: memoryLimits(), secret: 'a test', log, now }), now);
  let tried = 0;
  /** Another code each time. */
  const wrong = async (times: number, network = 'here') => {
    for (let time = 0; time < times; time += 1) {
      tried += 1;
      await guesses.wrong(network, `wrong ${tried}`);
    }
  };
  return { clock, guesses, wrong };
}

test('[DEV-1] after some wrong codes each further one doubles the wait', async () => {
  const { clock, guesses, wrong } = guessing();
  await wrong(9);
  expect(await guesses.waitMs('here', 'x')).toBe(0);
  const waits: number[] = [];
  for (let time = 0; time < 25; time += 1) {
    await wrong(1);
    waits.push(await guesses.waitMs('here', 'x'));
    clock.now += waits.at(-1) ?? 0;
  }
  // The count decreases a little between the first and the second.
  expect(waits.slice(0, 3)).toEqual([1000, 1000, 2000]);
  // A client that waits as required and keeps guessing: the count then decreases as much as it increases.
  expect(Math.max(...waits)).toBe(128_000);
  await wrong(1);
  expect(await guesses.waitMs('elsewhere', 'x')).toBe(0);
});

test('[DEV-1] wrong codes count less over time', async () => {
  const { clock, guesses, wrong } = guessing();
  await wrong(12);
  clock.now += 60 * MINUTE;
  await wrong(1);
  expect(await guesses.waitMs('here', 'x')).toBe(0);
});

test('[DEV-1] a code that was accepted from a network is not slowed down by wrong codes of others there', async () => {
  const { guesses, wrong } = guessing();
  guesses.right('here', 'mine');
  await wrong(30);
  expect(await guesses.waitMs('here', 'mine')).toBe(0);
  expect(await guesses.waitMs('here', 'other')).toBeGreaterThan(0);
  guesses.forget('mine');
  expect(await guesses.waitMs('here', 'mine')).toBeGreaterThan(0);
});

test('[DEV-1] the same wrong code again is no guess for ten minutes, in its network alone, and only where the first was allowed', async () => {
  const { clock, guesses, wrong } = guessing();
  await guesses.wrong('here', 'old');
  expect([guesses.isRepeated('here', 'old'), guesses.isRepeated('there', 'old')]).toEqual([true, false]);
  clock.now += 10 * MINUTE;
  expect(guesses.isRepeated('here', 'old')).toBe(false);
  await wrong(20);
  await guesses.wrong('here', 'too soon');
  expect(guesses.isRepeated('here', 'too soon')).toBe(false);
});

test('[DEV-1] a client with a /48 gets more attempts, but not unlimited ones', async () => {
  const { guesses, wrong } = guessing();
  for (let net = 0; net < 80; net += 1) await wrong(1, `2001:db8:1:${net.toString(16)}::/64`);
  expect(await guesses.waitMs('2001:db8:1:ffff::/64', 'x')).toBeGreaterThan(0);
  expect(await guesses.waitMs('2001:db8:2:0::/64', 'x')).toBe(0);
});

test('[DEV-1] of the networks from which a code was right, a thousand are remembered', async () => {
  const { guesses, wrong } = guessing();
  for (let network = 0; network < 1100; network += 1) guesses.right(`network ${network}`, 'mine');
  await wrong(30, 'network 5');
  await wrong(30, 'network 1099');
  expect(await guesses.waitMs('network 5', 'mine')).toBeGreaterThan(0);
  expect(await guesses.waitMs('network 1099', 'mine')).toBe(0);
});
