import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLeaderLock } from './leader-lock.ts';

type Times = { now: number; until: number; latest: number };

/** A store in memory for who holds the leader lock. */
function store() {
  const row = { by: '', until: 0, down: false };
  return {
    row,
    leaderLocks: {
      async acquire(_name: string, node: string, { now, until, latest }: Times) {
        if (row.down) throw new Error('down');
        if (row.by !== node && row.until > now && row.until <= latest) return false;
        Object.assign(row, { by: node, until });
        return true;
      },
      async release(_name: string, node: string) {
        if (row.by === node) row.until = 0;
      },
    },
  };
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function node(name: string, { leaderLocks }: ReturnType<typeof store>) {
  const able = { is: true };
  const begin = vi.fn(async () => {});
  const end = vi.fn();
  const isAble = () => able.is;
  const leaderLock = openLeaderLock({
    leaderLocks,
    name: 'mqtt',
    node: name,
    isAble,
    begin,
    end,
    log: quiet,
    now: Date.now,
  });
  onTestFinished(() => leaderLock[Symbol.asyncDispose]());
  return { able, begin, end, leaderLock };
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('[OPS-2] a node that cannot do the work hands it over to one that can, and does not take it back', async () => {
  const shared = store();
  const one = node('one', shared);
  await vi.advanceTimersByTimeAsync(0);
  const other = node('other', shared);
  await vi.advanceTimersByTimeAsync(6000);
  expect([one.begin.mock.calls.length, other.begin.mock.calls.length]).toEqual([1, 0]);
  one.able.is = false;
  one.leaderLock.restart();
  await vi.advanceTimersByTimeAsync(6000);
  expect(one.end).toHaveBeenCalledOnce();
  expect(other.begin).toHaveBeenCalledOnce();
  other.able.is = false;
  other.leaderLock.restart();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shared.row.until).toBe(0);
});

test('work that could not be started is tried again', async () => {
  const { begin } = node('one', store());
  begin.mockRejectedValueOnce(new Error('down'));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(begin).toHaveBeenCalledTimes(2);
});

test('[OPS-2] a node that cannot reach the store gives up the leader lock when it expires', async () => {
  const shared = store();
  const one = node('one', shared);
  await vi.advanceTimersByTimeAsync(0);
  shared.row.down = true;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(one.end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6000);
  expect(one.end).toHaveBeenCalledOnce();
});

test('[OPS-2] a node takes the leader lock of one that has died while its clock was ahead', async () => {
  const shared = store();
  Object.assign(shared.row, { by: 'dead', until: Date.now() + 3_600_000 });
  const { begin } = node('one', shared);
  await vi.advanceTimersByTimeAsync(0);
  expect(begin).toHaveBeenCalledOnce();
});

test('[OPS-2] a node whose clock is ten seconds ahead keeps the leader lock', async () => {
  const shared = store();
  Object.assign(shared.row, { by: 'ahead', until: Date.now() + 25_000 });
  const { begin } = node('one', shared);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(begin).not.toHaveBeenCalled();
});
