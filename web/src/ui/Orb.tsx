import type { ShownReading } from '@tealight/contract';
import { showValue, type Unit } from '@tealight/glucose';
import { useEffect, useRef } from 'react';
import { greeting, play, rhythmOf } from './glow-rhythm.ts';
import classes from './Orb.module.css';
import { orbLook } from './orb-look.ts';

export type OrbProps = {
  /** The current reading, or null when there is none: the orb is then white and says so. */
  reading: ShownReading | null;
  unit: Unit;
  /** Whether it flashes now, beyond a setpoint whose flash is on. */
  flashing: boolean;
};

/** The signature: the current value in a soft orb that glows in its own colour. */
export function Orb({ reading, unit, flashing }: OrbProps) {
  const light = useLight(reading, flashing);
  const text = reading === null ? '' : showValue(reading.value, unit);
  const look = { ...orbLook(reading?.color ?? null), '--letters': Math.max(3, text.length) };
  return (
    <div className={classes.orb} style={look} data-empty={reading === null}>
      <div ref={light} className={classes.light} aria-hidden="true" />
      {reading === null ? (
        <p className={classes.empty}>No current data</p>
      ) : (
        <p className={classes.value}>
          <b>{text}</b> <span>{unit}</span>
        </p>
      )}
    </div>
  );
}

/** One slow breath greets a new reading; a flash goes on until it ends or is paused. */
function useLight(reading: ShownReading | null, flashing: boolean) {
  const light = useRef<HTMLDivElement>(null);
  const zone = reading?.zone ?? null;
  const time = reading?.time;
  useEffect(() => {
    const rhythm = flashing ? rhythmOf({ flash: true, zone, stale: false }) : null;
    if (light.current === null || time === undefined) return;
    return rhythm === null ? play(light.current, greeting, 1) : play(light.current, rhythm);
  }, [time, zone, flashing]);
  return light;
}
