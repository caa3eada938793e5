import { HALF_LIFE_MS, isBudget, type LimitBackend, type Take, waitAfter } from './limit.ts';
import { lruCache } from './lru-cache.ts';

type Row = { level: number; at: number; closedUntil: number };

/** Limits of this node alone, in its memory. */
export function memoryLimits(most?: number): LimitBackend {
  const rows = lruCache<Row>(most);
  return {
    async take(takes, now) {
      for (const { key } of takes) {
        const { closedUntil } = rows.get(key) ?? { closedUntil: 0 };
        if (closedUntil > now) return { key, closedUntil };
      }
      for (const take of takes) rows.set(take.key, after(rows.get(take.key), take, now));
      return null;
    },
    async giveBack({ key, limit, cost = 1 }, now) {
      const row = rows.get(key);
      if (row === undefined) return;
      const { level, at, closedUntil } = row;
      const back = isBudget(limit) ? cost * limit.everyMs : 0;
      rows.set(
        key,
        isBudget(limit)
          ? { level, at: at - back, closedUntil: closedUntil - back }
          : { level: Math.max(0, level - 1), at, closedUntil: now },
      );
    },
    clear: async (key) => void rows.delete(key),
    closedUntil: async (keys) => Math.max(0, ...keys.map((key) => rows.get(key)?.closedUntil ?? 0)),
  };
}

function after(row: Row | undefined, { limit, cost = 1 }: Take, now: number): Row {
  const { level, at } = row ?? { level: 0, at: now };
  if (isBudget(limit)) {
    const full = Math.max(at, now) + cost * limit.everyMs;
    return { level, at: full, closedUntil: full - (limit.burst - 1) * limit.everyMs };
  }
  const failures = level * 0.5 ** ((now - at) / HALF_LIFE_MS) + 1;
  return { level: failures, at: now, closedUntil: now + waitAfter(failures, limit) };
}
