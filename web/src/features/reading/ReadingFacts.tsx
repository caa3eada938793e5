import { Text, VisuallyHidden } from '@mantine/core';
import type { ShownReading } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { ageText, clockText } from './age.ts';
import classes from './ReadingFacts.module.css';
import { deltaText, trendAndZoneText, valueText } from './reading-text.ts';
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
            <VisuallyHidden>Change </VisuallyHidden>
            {delta}
          </span>
        )}
      </p>
      <Text fw={500}>{trendAndZoneText(reading)}</Text>
      <Text c="dimmed">
        Received {clockText(reading.time, now)}, {ageText(reading.time, now)}
      </Text>
    </div>
  );
}

export type ReadingNewsProps = { reading: ShownReading | null; unit: Unit };

/** Announces each new reading once to screen readers; its age is not announced. */
export function ReadingAnnouncement({ reading, unit }: ReadingNewsProps) {
  const announcement =
    reading === null ? 'No current data' : `${valueText(reading, unit)}, ${trendAndZoneText(reading)}`;
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announcement}
    </VisuallyHidden>
  );
}
