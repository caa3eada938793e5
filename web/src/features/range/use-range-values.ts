import { useDebouncedValue } from '@mantine/hooks';
import type { Range, RangeMistakes, Unit } from '@tealight/glucose';
import { useState } from 'react';
import { afterPress } from '../../data/page/after-press.ts';
import { rangeText } from '../../text/range.ts';
import {
  convertTo,
  errorsOf,
  type RangeValues,
  type Setpoint,
  valuesOf,
  withSetpoint,
} from './range-values.ts';

/** Delay of the validation after a change, so that 18 is not an error while 180 is typed. */
const VALIDATE_AFTER_MS = 700;

export type RangeFormState = {
  values: RangeValues;
  errors: RangeMistakes;
  change: (setpoint: Setpoint, text: string) => void;
  blur: (setpoint: Setpoint) => void;
  switchTo: (unit: Unit) => void;
  /** Fills in a range, to be saved or changed. */
  fill: (range: Range) => void;
};

/**
 * The values of the range form: an error is shown after blur or a pause, and removed as soon as it is fixed.
 * `unit`: begins in this unit; null for that of the saved range.
 */
export function useRangeValues(saved: Range | null, unit: Unit | null): RangeFormState {
  const [values, setEntry] = useState(() => inUnit(valuesOf(saved), unit));
  const [touched, setTouched] = useState<ReadonlySet<Setpoint>>(new Set());
  const [rejected, setRejected] = useState<Setpoint | null>(null);
  const [debounced] = useDebouncedValue(values, VALIDATE_AFTER_MS);
  const errors = errorsOf(values);
  const shown = debounced === values ? errors : onlyTouched(errors, touched);
  return {
    values,
    errors: rejected === null ? shown : { ...shown, [rejected]: rangeText.notNumber },
    change: (setpoint, text) => {
      const next = withSetpoint(values, setpoint, text);
      setRejected(next === null ? setpoint : null);
      if (next !== null) setEntry(next);
    },
    blur: (setpoint) =>
      afterPress(() => {
        setRejected(null);
        setTouched((before) => new Set(before).add(setpoint));
      }),
    switchTo: (unit) => setEntry(convertTo(values, unit)),
    fill: (range) => setEntry(valuesOf(range)),
  };
}

const inUnit = (values: RangeValues, unit: Unit | null): RangeValues =>
  unit === null ? values : convertTo(values, unit);

function onlyTouched(errors: RangeMistakes, touched: ReadonlySet<Setpoint>): RangeMistakes {
  return Object.fromEntries(Object.entries(errors).filter(([setpoint]) => touched.has(setpoint as Setpoint)));
}
