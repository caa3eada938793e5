/** Asks the screen to stay on while the page is shown; asks again each time it is shown again. */
export function keepScreenOn(): void {
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    // Refused on low battery and on pages without TLS; the lamp then sleeps when the screen does.
    navigator.wakeLock?.request('screen').catch(() => {});
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}

export const canStayOn = (): boolean => 'wakeLock' in navigator;
export const canFillScreen = (): boolean => document.fullscreenEnabled === true;

/** Fills the screen, or leaves it again. */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
}
