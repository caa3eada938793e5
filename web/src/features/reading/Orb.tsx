import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ShownReading } from '@tealight/contract';
import { isBeyondSensor, showReading, type Unit, urgencyWords } from '@tealight/glucose';
import { useEffect, useRef } from 'react';
import { wearerText } from '../../text/people/wearer.ts';
import { readingText } from '../../text/reading.ts';
import { flashPatternOf, newReadingPulse, play } from './flash-timing.ts';
import classes from './Orb.module.css';
import { orbStyle } from './orb-style.ts';
import { urgencyOfReading } from './reading-text.ts';

export type OrbProps = {
  /** Whose reading it is, where it could be somebody else's. */
  name?: string | null;
  /** The current reading, or null when there is none: the orb is then white and says so. */
  reading: ShownReading | null;
  unit: Unit;
  /** Whether it flashes now, beyond a setpoint whose flash is on. */
  flashing: boolean;
  /** What it says when it is white. */
  emptyText?: string;
};

/** The current value in a glowing disc of its color. */
export function Orb({
  name = null,
  reading,
  unit,
  flashing,
  emptyText = readingText.noCurrentData,
}: OrbProps) {
  const whose = name !== null && <VisuallyHidden>{wearerText.ofWearer({ name, text: '' })}</VisuallyHidden>;
  const light = useLight(reading, flashing);
  const text = reading === null ? '' : showReading(reading.value, unit);
  const urgency = reading && urgencyOfReading(reading, unit);
  const style = { ...orbStyle(reading?.color ?? null), '--characters': Math.max(3, text.length) };
  return (
    <div className={classes.orb} style={style} data-empty={reading === null} data-urgent={urgency !== null}>
      <div ref={light} className={classes.light} aria-hidden="true" />
      {reading === null ? (
        <p className={classes.empty}>
          {whose}
          {emptyText}
        </p>
      ) : (
        <p className={classes.value}>
          {whose}
          <b>{text}</b> {!isBeyondSensor(reading.value, unit) && <span>{unit}</span>}
          {urgency && (
            <strong>
              <IconAlertTriangleFilled size="1em" aria-hidden="true" /> {urgencyWords[urgency]}
            </strong>
          )}
        </p>
      )}
    </div>
  );
}

/** A reading that takes the place of another plays one slow pulse; a flash repeats until it ends or is paused. */
function useLight(reading: ShownReading | null, flashing: boolean) {
  const light = useRef<HTMLDivElement>(null);
  const shownTime = useRef<ShownReading['time']>(undefined);
  const zone = reading?.zone ?? null;
  const time = reading?.time;
  useEffect(() => {
    if (light.current === null || time === undefined) return;
    const isNew = shownTime.current !== undefined && shownTime.current !== time;
    shownTime.current = time;
    const pattern = flashing ? flashPatternOf({ flash: true, zone, stale: false }) : null;
    if (pattern !== null) return play(light.current, pattern);
    return isNew ? play(light.current, newReadingPulse, 1) : undefined;
  }, [time, zone, flashing]);
  return light;
}
