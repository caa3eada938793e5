import { setTimeout as sleep } from 'node:timers/promises';

/** When stopping: how long the store may take for one thing. A store without an answer must not keep the process. */
export const STORE_WITHIN_MS = 500;

/** Waits for `work`, but no longer than `ms`. */
export async function atMost(ms: number, work: Promise<unknown> | null): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}
