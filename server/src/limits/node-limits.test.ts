import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { DAY, MINUTE } from '../shared/time-units.ts';
import type { LimitBackend } from './limit.ts';
import { openLimits } from './limits.ts';
import { memoryLimits } from './memory-backend.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const take = { key: 'a', limit: { burst: 1, everyMs: MINUTE } };
const named = (key: string) => ({ ...take, key });

/** A node and its shared store, which can fail and counts its queries. */
function node() {
  const clock = { at: NOON };
  const store = { isLost: false, asked: 0, error: new Error('no store') };
  const said: string[] = [];
  const say = ({ event }: { event?: string }) => void said.push(event ?? '');
  const memory = memoryLimits();
  const asking =
    <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      store.asked += 1;
      if (store.isLost) throw store.error;
      return work(...given);
    };
  const shared: LimitBackend = {
    consume: asking(memory.consume),
    refund: asking(memory.refund),
    reset: asking(memory.reset),
    blockedUntil: asking(memory.blockedUntil),
  };
  const log = { info: say, warn: say, error: say };
  const limits = openLimits({ shared, secret: 'a test', log, now: () => clock.at });
  return { clock, store, said, limits, shared: memory };
}

describe('a node', () => {
  test('does not query the store for a blocked key until the block ends', async () => {
    const { clock, store, limits } = node();
    expect(await limits.consume([take], NOON)).toBeNull();
    const closed = { key: 'a', blockedUntil: NOON + MINUTE };
    for (let time = 0; time < 1000; time += 1) expect(await limits.consume([take], NOON)).toEqual(closed);
    expect(await limits.blockedUntil([take], NOON)).toBe(NOON + MINUTE);
    expect(store.asked).toBe(2);
    clock.at += MINUTE;
    expect(await limits.consume([take], clock.at)).toBeNull();
  });

  test('forgets a block that it has learned while its clock was ahead', async () => {
    const { clock, limits } = node();
    clock.at += DAY;
    await limits.consume([take], clock.at);
    expect(await limits.consume([take], clock.at)).toEqual({ key: 'a', blockedUntil: NOON + DAY + MINUTE });
    clock.at = NOON;
    expect(await limits.blockedUntil([take], NOON)).toBe(0);
    expect(await limits.consume([take], NOON)).toBeNull();
  });

  test('queries the store for keys that it has not seen blocked', async () => {
    const { limits, shared } = node();
    await shared.consume([{ ...take, key: 'of another node' }], NOON);
    expect(await limits.blockedUntil([named('of another node'), named('unknown')], NOON)).toBe(NOON + MINUTE);
    expect(await limits.blockedUntil([named('unknown')], NOON)).toBe(0);
  });

  test.each(['refund', 'clear'] as const)(
    '[LOG-4] unblocks at once, in the node and in the store: %s',
    async (how) => {
      const { limits, shared } = node();
      for (let time = 0; time < 2; time += 1) await limits.consume([take], NOON);
      if (how === 'clear') await limits.reset(take.key);
      else await limits.refund(take, NOON);
      expect(await shared.blockedUntil([take], NOON)).toBeLessThanOrEqual(NOON);
      expect(await limits.consume([take], NOON)).toBeNull();
      expect(await limits.consume([take], NOON)).not.toBeNull();
    },
  );

  test('whose store does not answer continues counting by the same rules, and logs it once per outage', async () => {
    const { store, limits, said } = node();
    const tries = async () => [
      await limits.consume([take], NOON),
      await limits.blockedUntil([named('b')], NOON),
    ];
    store.isLost = true;
    expect(await tries()).toEqual([null, 0]);
    expect(await limits.consume([take], NOON)).toEqual({ key: 'a', blockedUntil: NOON + MINUTE });
    await limits.refund(take, NOON);
    expect(await limits.consume([take], NOON)).toBeNull();
    await limits.reset('a');
    expect(await limits.consume([take], NOON)).toBeNull();
    expect(said).toEqual(['limits-not-shared']);
    store.isLost = false;
    expect(await tries()).toEqual([null, 0]);
    expect(said).toEqual(['limits-not-shared', 'recovered']);
    store.isLost = true;
    await limits.blockedUntil([named('b')], NOON);
    expect(said).toEqual(['limits-not-shared', 'recovered', 'limits-not-shared']);
  });

  test('[OPS-3] whose database does not work leaves both the start and the end of that to the health checks', async () => {
    const { store, limits, said } = node();
    Object.assign(store, { isLost: true, error: new StoreUnavailable('unreachable') });
    expect(await limits.consume([take], NOON)).toBeNull();
    store.isLost = false;
    await limits.blockedUntil([named('b')], NOON);
    expect(said).toEqual([]);
  });
});
