import { Text, VisuallyHidden } from '@mantine/core';
import type { ShownReading } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { ageWords, clockWords } from './age.ts';
import classes from './ReadingFacts.module.css';
import { deltaWords, meaningWords, valueWords } from './reading-words.ts';
import { TrendArrow } from './TrendArrow.tsx';

export type ReadingFactsProps = { reading: ShownReading; unit: Unit; now: number };

/** What stands beside the orb: where glucose is going, what that means, and how old the reading is. */
export function ReadingFacts({ reading, unit, now }: ReadingFactsProps) {
  const delta = deltaWords(reading, unit);
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
      <Text fw={500}>{meaningWords(reading)}</Text>
      <Text c="dimmed">
        Received {clockWords(reading.time, now)}, {ageWords(reading.time, now)}
      </Text>
    </div>
  );
}

export type ReadingNewsProps = { reading: ShownReading | null; unit: Unit };

/** Tells screen readers of a new reading, once, politely; its growing age is not told. */
export function ReadingNews({ reading, unit }: ReadingNewsProps) {
  const news =
    reading === null ? 'No current data' : `${valueWords(reading, unit)}, ${meaningWords(reading)}`;
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {news}
    </VisuallyHidden>
  );
}
