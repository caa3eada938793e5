import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work`, but no longer than `ms`. */
export async function withDeadline(ms: number, work: Promise<unknown> | null): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: timeout.signal }).catch(() => {})]);
  timeout.abort();
}
