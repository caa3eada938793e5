import { createHmac } from 'node:crypto';
import type { LimitBackend, Refused, Take } from './limit.ts';
import { lruCache } from './lru-cache.ts';
import { memoryLimits } from './memory.ts';

export type Limits = LimitBackend & {
  /** A name under which something may be counted or remembered without storing it: HMAC-SHA-256, keyed. */
  keyFor(...parts: readonly (string | number)[]): string;
};

type LimitParts = {
  /** What all nodes share. */
  shared: LimitBackend;
  /** A secret that all nodes share. */
  secret: string;
  log: { error(line: object): void; info(line: object): void };
  now: () => number;
};

/**
 * Limits in the store, for all nodes. What is closed is remembered here until it opens, so that a flood costs the
 * store nothing.
 *
 * A store that does not answer neither opens nor closes the door: until it is back this node counts in its own memory
 * by the same rules, so a stranger gets a fresh allowance for each node and no more.
 */
export function openLimits({ shared, secret, log, now }: LimitParts): Limits {
  const closed = lruCache<number>();
  const ownMemory = memoryLimits();
  let isLost = false;
  const hmacKey = createHmac('sha256', secret).update('limits').digest();

  const withFallback = async <T>(work: (backend: LimitBackend) => Promise<T>): Promise<T> => {
    try {
      const result = await work(shared);
      if (isLost) log.info({ event: 'limits-shared-again' });
      isLost = false;
      return result;
    } catch (error) {
      if (!isLost) log.error({ event: 'limits-not-shared', err: error });
      isLost = true;
      return work(ownMemory);
    }
  };
  const closedHere = (takes: readonly Pick<Take, 'key'>[]): Refused | null => {
    for (const { key } of takes) {
      const closedUntil = closed.get(key) ?? 0;
      if (closedUntil > now()) return { key, closedUntil };
    }
    return null;
  };
  return {
    async take(takes, at) {
      const refused = closedHere(takes) ?? (await withFallback((backend) => backend.take(takes, at)));
      if (refused !== null) closed.set(refused.key, refused.closedUntil);
      return refused;
    },
    async giveBack(take, at) {
      closed.delete(take.key);
      await withFallback((backend) => backend.giveBack(take, at));
    },
    async clear(key) {
      closed.delete(key);
      await withFallback((backend) => backend.clear(key));
    },
    async closedUntil(keys) {
      const here = closedHere(keys.map((key) => ({ key })));
      return here?.closedUntil ?? withFallback((backend) => backend.closedUntil(keys));
    },
    keyFor: (...parts) => createHmac('sha256', hmacKey).update(JSON.stringify(parts)).digest('base64url'),
  };
}
