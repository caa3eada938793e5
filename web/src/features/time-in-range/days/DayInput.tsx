import { TextInput } from '@mantine/core';
import { useState } from 'react';

export type DayInputProps = { label: string; value: string; max: string; onDay: (date: string) => void };

/** Before this day nobody has readings; a year that is still being typed looks like one long ago. */
const MIN = '1970-01-01';

/** A date field that may be empty or half typed while it has the focus, and reports whole dates only. */
export function DayInput({ label, value, max, onDay }: DayInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const change = (date: string) => {
    setDraft(date);
    if (date >= MIN && date <= max) onDay(date);
  };
  return (
    <TextInput
      aria-label={label}
      type="date"
      size="sm"
      min={MIN}
      max={max}
      value={draft ?? value}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setDraft(null)}
    />
  );
}
