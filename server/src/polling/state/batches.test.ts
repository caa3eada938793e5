import { describe, expect, test } from 'vitest';
import { readingAt } from '../../../test/polling/vendor.ts';
import type { PollRecord, RecordResult } from '../../store/connections/leases.ts';
import { openRecorder, PollSuperseded } from './recorder.ts';

const pollRecord = (wearerId: number, count = 0): PollRecord => ({
  wearerId,
  revision: 1,
  state: null,
  readings: Array.from({ length: count }, (_, index) => ({ wearerId, ...readingAt(index) })),
});

/** A store that has lost the connection of wearer 99, and notes the size of each batch. */
function storeWithBatches() {
  const sizes: number[] = [];
  const nodes = new Set<string>();
  const record = async (node: string, polls: readonly PollRecord[]): Promise<RecordResult> => {
    nodes.add(node);
    sizes.push(polls.length);
    await new Promise(setImmediate);
    const superseded = polls.filter(({ wearerId }) => wearerId === 99);
    return { added: polls.flatMap(({ readings }) => readings), superseded };
  };
  return { sizes, nodes, record: openRecorder({ record }, 'a node') };
}
const sizesOf = async (records: PollRecord[]) => {
  const { sizes, record } = storeWithBatches();
  await Promise.all(records.map(record));
  return sizes;
};

describe('[SRC-3] results of polls', () => {
  test('are written by two hundred at a time', async () => {
    const records = Array.from({ length: 402 }, (_, index) => pollRecord(index + 100));
    expect(await sizesOf(records)).toEqual([1, 200, 200, 1]);
  });

  test.each([
    [
      [0, 500, 500, 1],
      [1, 2, 1],
    ],
    [
      [0, 500, 501],
      [1, 1, 1],
    ],
    [
      [0, 1500, 1, 1],
      [1, 1, 2],
    ],
    [
      [0, 0, 1000, 0],
      [1, 3],
    ],
  ])(
    'with %j readings are written by a thousand readings at a time, in batches of %j',
    async (counts, sizes) => {
      expect(await sizesOf(counts.map((count, index) => pollRecord(index + 1, count)))).toEqual(sizes);
    },
  );

  test('are written also after all others were', async () => {
    const { sizes, nodes, record } = storeWithBatches();
    for (const wearerId of [1, 2]) await record(pollRecord(wearerId, wearerId));
    expect([sizes, [...nodes]]).toEqual([[1, 1], ['a node']]);
  });

  test('are rejected for the connection that was taken over only, and no reading is no new reading', async () => {
    const { record } = storeWithBatches();
    const [, lost, kept] = await Promise.allSettled(
      [pollRecord(1), pollRecord(99, 1), pollRecord(2)].map(record),
    );
    expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(PollSuperseded) });
    expect(lost).toMatchObject({ reason: { name: 'PollSuperseded' } });
    expect(kept).toEqual({ status: 'fulfilled', value: [] });
  });
});
