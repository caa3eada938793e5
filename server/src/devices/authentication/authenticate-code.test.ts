import { expect, test, vi } from 'vitest';
import { openLimits } from '../../limits/limits.ts';
import { memoryLimits } from '../../limits/memory-backend.ts';
import type { CodeIdentity } from '../device-identity.ts';
import { openCodeAuthentication } from './authenticate-code.ts';
import { openCodeThrottle, unlimitedCodeThrottle } from './code-throttle.ts';

/** Code authentication whose lookups wait for the test. */
function slowAuthentication() {
  const clock = { now: 0 };
  const asked: ((whose: CodeIdentity | null) => void)[] = [];
  const codeAuthentication = openCodeAuthentication({
    find: () => new Promise((resolve) => asked.push(resolve)),
    guesses: unlimitedCodeThrottle,
    now: () => clock.now,
    refuseMs: 0,
  });
  const lookedUp = () => vi.waitUntil(() => asked.length > 0);
  const answer = async (id: number | null) => {
    await lookedUp();
    asked.shift()?.(id === null ? null : { wearerId: id, code: '0123456789', accountId: null });
  };
  return { codeAuthentication, clock, asked, answer, lookedUp };
}

const CODE = '01234-56789';

test('[DASH-4] a code that is replaced while it is looked up is rejected', async () => {
  const { codeAuthentication, answer, lookedUp } = slowAuthentication();
  const opening = codeAuthentication.open(CODE, 'here');
  await lookedUp();
  codeAuthentication.invalidate(7);
  await answer(7);
  await answer(null);
  expect(await opening).toEqual({ refused: 'wrong-code' });
});

test('[DASH-4] a code is cached for a second, until its cache entry is invalidated', async () => {
  const { codeAuthentication, clock, asked, answer } = slowAuthentication();
  const first = codeAuthentication.open(CODE, 'here');
  await answer(7);
  expect(await first).toMatchObject({ wearerId: 7, code: '0123456789' });
  expect(await codeAuthentication.open('0123456789', 'there')).toMatchObject({
    wearerId: 7,
    code: '0123456789',
  });
  expect(asked.length).toBe(0);
  codeAuthentication.invalidate(7);
  const invalidated = codeAuthentication.open(CODE, 'here');
  await answer(7);
  await invalidated;
  clock.now += 1000;
  const later = codeAuthentication.open(CODE, 'here');
  await answer(null);
  expect(await later).toEqual({ refused: 'wrong-code' });
});

test('[DEV-1] concurrent attempts all count: beyond the free ones no answer reveals whether a code was right', async () => {
  const now = () => 0;
  const log = { info() {}, warn() {}, error() {} };
  const limits = openLimits({ shared: memoryLimits(), secret: 'a test', log, now });
  const guesses = openCodeThrottle(limits, now);
  const codeAuthentication = openCodeAuthentication({ find: async () => null, guesses, now, refuseMs: 0 });
  const codes = Array.from({ length: 30 }, (_, index) => String(1_000_000_000 + index));
  const outcomes = await Promise.all(codes.map((code) => codeAuthentication.open(code, 'here')));
  const refused = outcomes.map((outcome) => 'refused' in outcome && outcome.refused);
  expect(refused).toEqual([...Array(10).fill('wrong-code'), ...Array(20).fill('slow-down')]);
  expect(await guesses.waitMs('here', 'x')).toBeGreaterThan(0);
});

test('[DEV-1] a right code is not kept waiting by wrong ones of its network, also when the wearer’s devices have changed', async () => {
  const now = () => 0;
  const limits = openLimits({
    shared: memoryLimits(),
    secret: 'a test',
    log: { info() {}, warn() {}, error() {} },
    now,
  });
  const guesses = openCodeThrottle(limits, now);
  let right: string | null = '0000000000';
  const identity = { wearerId: 7 } as never;
  const find = async (code: string) => (code === right ? identity : null);
  const codeAuthentication = openCodeAuthentication({ find, guesses, now, refuseMs: 0 });
  const open = (code: string) => codeAuthentication.open(code, 'here');
  expect(await open('0000000000')).toBe(identity);
  for (let index = 0; index < 30; index += 1) await open(String(1_000_000_000 + index));
  codeAuthentication.invalidate(7);
  expect(await open('0000000000')).toBe(identity);
  expect(await open('2222222222')).toMatchObject({ refused: 'slow-down' });
  right = null;
  codeAuthentication.invalidate(7);
  await open('0000000000');
  expect(await open('0000000000')).toMatchObject({ refused: 'slow-down' });
});

test('[DEV-1] text that is not a code is rejected without a lookup', async () => {
  const { codeAuthentication, asked } = slowAuthentication();
  for (const typed of ['', 'hello', '0123456789a', 'u123456789']) {
    expect(await codeAuthentication.open(typed, 'here')).toEqual({ refused: 'wrong-code' });
  }
  expect(asked.length).toBe(0);
});
