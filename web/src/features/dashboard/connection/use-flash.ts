import type { ShownReading, UserSettings } from '@tealight/contract';
import { useState } from 'react';

export type FlashControl = { wanted: boolean; paused: boolean; on: boolean; toggle: () => void };

/** Whether the orb flashes now: beyond a setpoint whose flash is on, until the wearer pauses it for this side. */
export function useFlash(reading: ShownReading | null, settings: UserSettings | undefined): FlashControl {
  const [pausedZone, setPausedZone] = useState<string | null>(null);
  const zone = reading?.zone ?? null;
  const wanted =
    (zone === 'low' && settings?.lowFlash === true) || (zone === 'high' && settings?.highFlash === true);
  const paused = wanted && pausedZone === zone;
  return { wanted, paused, on: wanted && !paused, toggle: () => setPausedZone(paused ? null : zone) };
}
