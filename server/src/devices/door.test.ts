import { expect, test, vi } from 'vitest';
import { openDoor } from './door.ts';
import { unlimitedGuesses } from './guesses.ts';

/** A door whose look-ups answer when they are told to. */
function slowDoor() {
  const clock = { now: 0 };
  const asked: ((wearer: { id: number; code: string } | null) => void)[] = [];
  const door = openDoor({
    find: () => new Promise((resolve) => asked.push(resolve)),
    guesses: unlimitedGuesses,
    now: () => clock.now,
    refuseMs: 0,
  });
  const lookedUp = () => vi.waitUntil(() => asked.length > 0);
  const answer = async (id: number | null) => {
    await lookedUp();
    asked.shift()?.(id === null ? null : { id, code: '0123456789' });
  };
  return { door, clock, asked, answer, lookedUp };
}

const CODE = '01234-56789';

test('[DASH-4] a code that is replaced while it is looked up does not open any more', async () => {
  const { door, answer, lookedUp } = slowDoor();
  const opening = door.open(CODE, 'here');
  await lookedUp();
  door.doubt(7);
  await answer(7);
  await answer(null);
  expect(await opening).toEqual({ refused: 'wrong-code' });
});

test('[DASH-4] a code is remembered for a second, and not beyond a doubt', async () => {
  const { door, clock, asked, answer } = slowDoor();
  const first = door.open(CODE, 'here');
  await answer(7);
  expect(await first).toEqual({ wearerId: 7, code: '0123456789' });
  expect(await door.open('0123456789', 'there')).toEqual({ wearerId: 7, code: '0123456789' });
  expect(asked.length).toBe(0);
  door.doubt(7);
  const doubted = door.open(CODE, 'here');
  await answer(7);
  await doubted;
  clock.now += 1000;
  const later = door.open(CODE, 'here');
  await answer(null);
  expect(await later).toEqual({ refused: 'wrong-code' });
});

test('[DEV-1] what is no code at all opens nothing and is not looked up', async () => {
  const { door, asked } = slowDoor();
  for (const typed of ['', 'hello', '0123456789a', 'u123456789']) {
    expect(await door.open(typed, 'here')).toEqual({ refused: 'wrong-code' });
  }
  expect(asked.length).toBe(0);
});
