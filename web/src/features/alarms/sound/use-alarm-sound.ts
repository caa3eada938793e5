import { useEffect, useSyncExternalStore } from 'react';
import { keepScreenOn } from '../../../keep-screen-on.ts';
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
  // A ring must be heard and seen: the screen stays on as long as the page can ring.
  useEffect(() => {
    if (isOn) return keepScreenOn();
  }, [isOn]);
  return { isOn, sound: pageSound };
}
