import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ShownReading } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { readingText } from '../../text/reading.ts';
import { ageText, clockText } from './age.ts';
import classes from './ReadingFacts.module.css';
import { deltaText, trendAndZoneText, urgencyOfReading } from './reading-text.ts';
import { TrendArrow } from './TrendArrow.tsx';

export type ReadingFactsProps = { reading: ShownReading; unit: Unit; now: number };

/** Trend, change, zone and age of a reading. */
export function ReadingFacts({ reading, unit, now }: ReadingFactsProps) {
  const delta = deltaText(reading, unit);
  return (
    <div>
      <p className={classes.trend}>
        <TrendArrow trend={reading.trend} />
        {delta !== null && (
          <span>
            <VisuallyHidden>{readingText.change} </VisuallyHidden>
            {delta}
          </span>
        )}
      </p>
      {urgencyOfReading(reading, unit) === null ? (
        <Text fw={500}>{trendAndZoneText(reading, unit)}</Text>
      ) : (
        <p className={classes.urgent}>
          <IconAlertTriangleFilled size="1.1em" aria-hidden="true" /> {trendAndZoneText(reading, unit)}
        </p>
      )}
      <Text c="dimmed">
        {readingText.received({ time: clockText(reading.time, now), age: ageText(reading.time, now) })}
      </Text>
    </div>
  );
}
