/**
 * Runs `work` once at a time for each key: calls that come while it runs wait for the same result. A refresh token
 * must be used only once.
 */
export function singleFlight<Argument, Result>(
  work: (key: string, argument: Argument) => Promise<Result>,
): (key: string, argument: Argument) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, argument) => {
    const found = running.get(key);
    if (found) return found;
    const started = work(key, argument).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
