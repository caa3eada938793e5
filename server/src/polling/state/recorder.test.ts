import { describe, expect, test } from 'vitest';
import { readingAt } from '../../../test/polling/vendor.ts';
import type { PollRecord, RecordResult } from '../../store/connections/leases.ts';
import { openRecorder, PollSuperseded } from './recorder.ts';

const pollRecord = (wearerId: number, count = 1): PollRecord => ({
  wearerId,
  revision: 1,
  state: null,
  readings: Array.from({ length: count }, (_, index) => ({ wearerId, ...readingAt(index) })),
});

/** A store that writes each batch asynchronously. */
function slowStore(rejects: (record: PollRecord) => boolean = () => false, underWay = 0) {
  const batches: number[][] = [];
  const record = async (_: string, polls: readonly PollRecord[]): Promise<RecordResult> => {
    batches.push(polls.map(({ wearerId }) => wearerId));
    await new Promise((resolve) => setImmediate(resolve));
    if (polls.some(rejects)) throw new Error('rejected');
    const superseded = polls.filter(({ wearerId }) => wearerId === 99);
    return { added: polls.flatMap(({ readings }) => readings), superseded };
  };
  return { batches, record: openRecorder({ record }, 'node', () => underWay) };
}

describe('recording polls', () => {
  test('records that arrive while a batch is written form the next batch', async () => {
    const { batches, record } = slowStore();
    await Promise.all([1, 2, 3, 4].map((wearerId) => record(pollRecord(wearerId))));
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test.each([
    [24, [[1, 2, 3, 4]]],
    [20, [[1], [2, 3, 4]]],
  ])('while %i are polled, answers that arrive together are written as %j', async (underWay, together) => {
    const { batches, record } = slowStore(undefined, underWay);
    await Promise.all([1, 2, 3, 4].map((wearerId) => record(pollRecord(wearerId))));
    expect(batches).toEqual(together);
  });

  test('each caller gets its own new readings', async () => {
    const { record } = slowStore();
    const added = await Promise.all([1, 2].map((wearerId) => record(pollRecord(wearerId, wearerId))));
    expect(added.map((readings) => readings.map(({ wearerId }) => wearerId))).toEqual([[1], [2, 2]]);
  });

  test('a record that cannot be stored does not fail the others', async () => {
    const { record } = slowStore(({ wearerId }) => wearerId === 3);
    const results = await Promise.allSettled([1, 2, 3, 4].map((wearerId) => record(pollRecord(wearerId))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('a record of a connection that was taken over fails as superseded', async () => {
    await expect(slowStore().record(pollRecord(99))).rejects.toThrow(PollSuperseded);
  });

  test('long histories do not share a batch', async () => {
    const { batches, record } = slowStore();
    await Promise.all([1, 2, 3, 4].map((wearerId) => record(pollRecord(wearerId, 1500))));
    expect(batches).toEqual([[1], [2], [3], [4]]);
  });
});
