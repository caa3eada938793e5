import { expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';
import { openStore } from '../store.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const limit = { burst: 1, everyMs: MINUTE };

eachEngine((_, newLocation) => {
  test('[OPS-2] limits are removed in batches, so that no statement takes long after a flood of addresses', async () => {
    let statements = 0;
    const onQuery = () => {
      statements += 1;
    };
    await using store = await openStore(await newLocation('migrated'), () => {}, onQuery);
    const calls = Array.from({ length: 25 }, (_, row) => ({ key: `${row}`, limit }));
    const isEmpty = async () => (await store.limits.blockedUntil(calls, NOON)) === 0;
    for (const call of calls) await store.limits.consume([call], NOON);
    expect(await isEmpty()).toBe(false);
    statements = 0;
    await store.limits.cleanup(NOON + DAY, 10, 10);
    // Three that erase, and one that looks for rows beyond the most.
    expect(statements).toBe(4);
    expect(await isEmpty()).toBe(true);
    for (const call of calls) await store.limits.consume([call], NOON);
    await store.limits.cleanup(NOON, 3, 10);
    expect(await isEmpty()).toBe(true);
  });
});
