/** Waits for `work`, but no longer than `ms`. */
export async function withDeadline(ms: number, work: Promise<unknown> | null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
