import { lruCache } from '../shared/lru-cache.ts';
import {
  HALF_LIFE_MS,
  isBudget,
  type LimitBackend,
  type LimitedCall,
  latestTrusted,
  trustedBlock,
  waitAfter,
} from './limit.ts';

type Row = { level: number; at: number; blockedUntil: number };

/** Limits in the memory of this node. */
export function memoryLimits(maxKeys?: number): LimitBackend {
  const rows = lruCache<string, Row>(maxKeys === undefined ? {} : { limit: maxKeys });
  const blockOf = (call: LimitedCall, now: number) =>
    trustedBlock(call, rows.get(call.key)?.blockedUntil ?? 0, now);
  return {
    async consume(calls, now) {
      for (const call of calls) {
        const blockedUntil = blockOf(call, now);
        if (blockedUntil > now) return { key: call.key, blockedUntil };
      }
      for (const call of calls) rows.set(call.key, rowAfter(rows.get(call.key), call, now));
      return null;
    },
    async refund({ key, limit, cost = 1 }, now) {
      const row = rows.get(key);
      if (row === undefined) return;
      const { level, at, blockedUntil } = row;
      const refundMs = isBudget(limit) ? cost * limit.everyMs : 0;
      rows.set(
        key,
        isBudget(limit)
          ? { level, at: at - refundMs, blockedUntil: blockedUntil - refundMs }
          : { level: Math.max(0, level - 1), at, blockedUntil: now },
      );
    },
    reset: async (key) => void rows.delete(key),
    blockedUntil: async (calls, now) => Math.max(0, ...calls.map((call) => blockOf(call, now))),
  };
}

function rowAfter(row: Row | undefined, call: LimitedCall, now: number): Row {
  const { limit, cost = 1 } = call;
  const isTrusted = row !== undefined && row.blockedUntil <= latestTrusted(call, now);
  const { level, at } = isTrusted ? row : { level: 0, at: now };
  if (isBudget(limit)) {
    const full = Math.max(at, now) + cost * limit.everyMs;
    return { level, at: full, blockedUntil: full - (limit.burst - 1) * limit.everyMs };
  }
  const failures = level * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS) + 1;
  return { level: failures, at: now, blockedUntil: now + waitAfter(failures, limit) };
}
