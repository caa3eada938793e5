import { describe, expect, test } from 'vitest';
import { readingAt } from '../../test/vendor.ts';
import type { Asked, Recorded } from '../store/leases.ts';
import { openRecorder } from './recorder.ts';
import { Overtaken } from './visit.ts';

const answer = (wearerId: number, count = 1): Asked => ({
  ...{ wearerId, revision: 1, standing: null },
  readings: Array.from({ length: count }, (_, index) => ({ wearerId, ...readingAt(index) })),
});

/** A store that writes batch after batch, each in a turn of its own. */
function slowStore(refuse: (asked: Asked) => boolean = () => false) {
  const batches: number[][] = [];
  const record = async (_: string, asked: readonly Asked[]): Promise<Recorded> => {
    batches.push(asked.map(({ wearerId }) => wearerId));
    await new Promise((resolve) => setImmediate(resolve));
    if (asked.some(refuse)) throw new Error('refused');
    return { added: asked.flatMap(({ readings }) => readings), lost: [99] };
  };
  return { batches, record: openRecorder({ record }, 'node') };
}

describe('keeping answers', () => {
  test('what arrives while a batch is written is written together', async () => {
    const { batches, record } = slowStore();
    await Promise.all([1, 2, 3, 4].map((wearerId) => record(answer(wearerId))));
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('everyone gets back what was new of their own', async () => {
    const { record } = slowStore();
    const added = await Promise.all([1, 2].map((wearerId) => record(answer(wearerId, wearerId))));
    expect(added.map((readings) => readings.map(({ wearerId }) => wearerId))).toEqual([[1], [2, 2]]);
  });

  test('one that cannot be kept takes no other along', async () => {
    const { record } = slowStore(({ wearerId }) => wearerId === 3);
    const results = await Promise.allSettled([1, 2, 3, 4].map((wearerId) => record(answer(wearerId))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('whoever has lost the connection is told so', async () => {
    await expect(slowStore().record(answer(99))).rejects.toThrow(Overtaken);
  });

  test('long histories do not share a batch', async () => {
    const { batches, record } = slowStore();
    await Promise.all([1, 2, 3, 4].map((wearerId) => record(answer(wearerId, 1500))));
    expect(batches).toEqual([[1], [2], [3], [4]]);
  });
});
