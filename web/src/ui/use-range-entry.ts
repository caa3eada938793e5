import { useDebouncedValue } from '@mantine/hooks';
import type { Range, RangeMistakes, Unit } from '@tealight/glucose';
import { useState } from 'react';
import { entryOf, inUnit, mistakesIn, type RangeEntry, type Setpoint, typed } from './range-entry.ts';

/** How long a value may rest before it is judged, so that 18 on the way to 180 is no mistake. */
const JUDGE_AFTER_MS = 700;

export type RangeTyping = {
  entry: RangeEntry;
  mistakes: RangeMistakes;
  type: (setpoint: Setpoint, text: string) => void;
  leave: (setpoint: Setpoint) => void;
  switchTo: (unit: Unit) => void;
};

/** A range being typed: mistakes show when a field is left or has rested, and go as soon as they are mended. */
export function useRangeEntry(saved: Range | null): RangeTyping {
  const [entry, setEntry] = useState(() => entryOf(saved));
  const [left, setLeft] = useState<ReadonlySet<Setpoint>>(new Set());
  const [refused, setRefused] = useState<Setpoint | null>(null);
  const [rested] = useDebouncedValue(entry, JUDGE_AFTER_MS);
  const mistakes = mistakesIn(entry);
  const shown = rested === entry ? mistakes : onlyLeft(mistakes, left);
  return {
    entry,
    mistakes: refused === null ? shown : { ...shown, [refused]: 'Value is incorrect' },
    type: (setpoint, text) => {
      const next = typed(entry, setpoint, text);
      setRefused(next === null ? setpoint : null);
      if (next !== null) setEntry(next);
    },
    leave: (setpoint) => {
      setRefused(null);
      setLeft(new Set([...left, setpoint]));
    },
    switchTo: (unit) => setEntry(inUnit(entry, unit)),
  };
}

function onlyLeft(mistakes: RangeMistakes, left: ReadonlySet<Setpoint>): RangeMistakes {
  return Object.fromEntries(Object.entries(mistakes).filter(([setpoint]) => left.has(setpoint as Setpoint)));
}
