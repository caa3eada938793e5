/** Runs work whose duration would reveal something, and returns only after a minimum duration. */
export async function withMinDuration<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const rest = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  try {
    return await work();
  } finally {
    await rest;
  }
}
