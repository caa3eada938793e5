import { useEffect, useSyncExternalStore } from 'react';
import { type AlarmSound, openAlarmSound, type Sounding } from './alarm-sound.ts';

/** One for the page: it stays on while the pages of the app change. */
const pageSound = openAlarmSound(() => new AudioContext());

/** Lets the page sound, and says whether it can be heard. */
export function useAlarmSound(sounding: Sounding | null): { isOn: boolean; sound: AlarmSound } {
  const isOn = useSyncExternalStore(pageSound.onChange, pageSound.isOn);
  const rank = sounding?.rank;
  const since = sounding?.since;
  useEffect(() => {
    pageSound.sound(rank === undefined || since === undefined ? null : { rank, since });
  }, [rank, since]);
  useEffect(() => () => pageSound.sound(null), []);
  useEffect(() => {
    if (isOn) return keepScreenOn();
  }, [isOn]);
  return { isOn, sound: pageSound };
}

/** Asks the screen to stay on while the page is shown and can be heard. Returns how to end it. */
function keepScreenOn(): () => void {
  let lock: Promise<WakeLockSentinel> | undefined;
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    lock = navigator.wakeLock?.request('screen');
    // Refused on low battery and on pages without TLS.
    lock?.catch(() => {});
  };
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock?.then((sentinel) => sentinel.release()).catch(() => {});
  };
}
