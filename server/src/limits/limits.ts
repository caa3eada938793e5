import { createHmac } from 'node:crypto';
import { type IncidentLog, openIncident } from '../shared/incident.ts';
import { lruCache } from '../shared/lru-cache.ts';
import { type LimitBackend, type LimitedCall, type LimitReached, trustedBlock } from './limit.ts';
import { memoryLimits } from './memory-backend.ts';

export type Limits = LimitBackend & {
  /** A keyed hash (HMAC-SHA-256) for counting something without storing it. */
  keyFor(...dependencies: readonly (string | number)[]): string;
};

type LimitsDependencies = {
  /** The backend that all nodes share. */
  shared: LimitBackend;
  /** A secret that all nodes share. */
  secret: string;
  log: IncidentLog;
  now: () => number;
};

/**
 * Limits in the store, for all nodes. Blocked keys are cached, so that a flood of calls does not reach the store.
 *
 * When the store does not answer, calls are neither all allowed nor all blocked: until it works again, this node counts
 * in its own memory by the same rules, so an attacker gets one new allowance from each node.
 */
export function openLimits({ shared, secret, log, now }: LimitsDependencies): Limits {
  const blocked = lruCache<string, number>();
  const ownMemory = memoryLimits();
  const incident = openIncident(log, 'limits-not-shared');
  const hmacKey = createHmac('sha256', secret).update('limits').digest();

  const withFallback = async <T>(work: (backend: LimitBackend) => Promise<T>): Promise<T> => {
    try {
      const result = await work(shared);
      incident.worked();
      return result;
    } catch (error) {
      incident.failed(error);
      return work(ownMemory);
    }
  };
  const cachedBlock = (calls: readonly LimitedCall[]): LimitReached | null => {
    for (const call of calls) {
      const blockedUntil = trustedBlock(call, blocked.get(call.key) ?? 0, now());
      if (blockedUntil > now()) return { key: call.key, blockedUntil };
    }
    return null;
  };
  return {
    async consume(calls, at) {
      const reached = cachedBlock(calls) ?? (await withFallback((backend) => backend.consume(calls, at)));
      if (reached !== null) blocked.set(reached.key, reached.blockedUntil);
      return reached;
    },
    async refund(call, at) {
      blocked.delete(call.key);
      await withFallback((backend) => backend.refund(call, at));
    },
    async reset(key) {
      blocked.delete(key);
      await withFallback((backend) => backend.reset(key));
    },
    async blockedUntil(calls, at) {
      const cached = cachedBlock(calls);
      return cached?.blockedUntil ?? withFallback((backend) => backend.blockedUntil(calls, at));
    },
    keyFor: (...dependencies) =>
      createHmac('sha256', hmacKey).update(JSON.stringify(dependencies)).digest('base64url'),
  };
}
