import type { Store } from '../src/store/store.ts';
import { connected } from './connections.ts';

/**
 * Stores readings of a wearer as a poll does that gets them after newer ones, and publishes nothing. `mgdl`: of all of
 * them.
 */
export async function fillingIn(store: Store, wearerId: number) {
  const [node, source, now] = ['a node', 'nightScout', 1000];
  await store.connections.save(connected(wearerId, { source, nextAt: now }), now);
  const until = Number.MAX_SAFE_INTEGER;
  const claimed = await store.leases.claim({ node, source, now, until, latest: until, limit: 100 });
  const revision = claimed.find((one) => one.wearerId === wearerId)?.revision ?? 0;
  return async (times: readonly number[], mgdl: number, filledBefore = Number.MAX_SAFE_INTEGER) => {
    const readings = times.map((takenAt) => ({ wearerId, takenAt, mgdl, trend: 'steady' as const }));
    await store.leases.record(node, [{ wearerId, revision, readings, filledBefore, state: null }]);
  };
}
