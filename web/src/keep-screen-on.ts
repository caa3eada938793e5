/**
 * Asks the screen to stay on while the page is shown, and again each time it is shown again: a hidden page loses it.
 * Returns how to end it.
 */
export function keepScreenOn(): () => void {
  let lock: Promise<WakeLockSentinel> | undefined;
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    lock = navigator.wakeLock?.request('screen');
    // Refused on low battery and on pages without TLS; the screen then sleeps as the device has it set.
    lock?.catch(() => {});
  };
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock?.then((sentinel) => sentinel.release()).catch(() => {});
  };
}
