import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Work that ends when the test lets it, with the number of the run. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = oneAtATime(() => {
    const held = Promise.withResolvers<void>();
    runs.push(held);
    return held.promise;
  });
  return { run, runs };
}

const settled = () => new Promise(setImmediate);

test('calls during a run make it run once more, whatever their number, and wait for that run', async () => {
  const { run, runs } = heldWork();
  const first = run();
  const [second, third] = [run(), run()];
  expect(runs.length).toBe(1);
  runs[0]?.resolve();
  await first;
  await settled();
  expect([runs.length, second === third]).toEqual([2, true]);
  const fourth = run();
  runs[1]?.resolve();
  await second;
  await settled();
  expect(runs.length).toBe(3);
  runs[2]?.resolve();
  await fourth;
  await settled();
  void run();
  expect(runs.length).toBe(4);
});

test('a call at any moment of the end of a run begins another run', async () => {
  for (let microtasks = 0; microtasks < 10; microtasks += 1) {
    const { run, runs } = heldWork();
    void run();
    runs[0]?.resolve();
    for (let passed = 0; passed < microtasks; passed += 1) await null;
    void run();
    await settled();
    expect([microtasks, runs.length]).toEqual([microtasks, 2]);
  }
});

test('a run that throws is an error of its own callers alone', async () => {
  const { run, runs } = heldWork();
  const first = run();
  const second = run();
  runs[0]?.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await settled();
  runs[1]?.resolve();
  await expect(second).resolves.toBeUndefined();
});
