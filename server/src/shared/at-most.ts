import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work`, but no longer than `ms`. */
export async function atMost(ms: number, work: Promise<unknown> | null): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}
