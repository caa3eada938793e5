/** Runs work whose length tells something, and answers only after a time that tells nothing. */
export async function withMinDuration<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const rest = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  try {
    return await work();
  } finally {
    await rest;
  }
}
