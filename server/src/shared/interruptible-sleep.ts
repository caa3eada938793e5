/** A sleep that can be ended early: for a loop that usually waits for its next check. */
export function openInterruptibleSleep() {
  let resolveSleep: () => void = () => {};
  let isWoken = false;
  return {
    /** Ends the current sleep or, while none is running, the next one. */
    wake(): void {
      isWoken = true;
      resolveSleep();
    },
    async sleep(ms: number): Promise<void> {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        resolveSleep = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
      }
      isWoken = false;
    },
  };
}
