import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './chart.module.css';
import { type CompareDays, compareChoices } from './chart-text.ts';
import { type ChartWindow, midnightBefore } from './use-chart-window.ts';

export type WindowControlsProps = {
  view: ChartWindow;
  compare: CompareDays;
  onCompare: (days: CompareDays) => void;
};

/** Earlier and later, a day, back to now, and another day to compare with. */
export function WindowControls({ view, compare, onCompare }: WindowControlsProps) {
  const { end, pan, showDay, showNow } = view;
  const showDate = (value: string) => {
    const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
    if (value !== '') showDay(new Date(year, month - 1, day).getTime());
  };
  return (
    <div className={classes.controls}>
      <ActionIcon variant="default" size="lg" aria-label="Earlier" onClick={() => pan(-1)}>
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Later"
        aria-disabled={end === null}
        onClick={() => pan(1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      {end !== null && (
        <Button variant="subtle" size="compact-md" onClick={showNow}>
          Now
        </Button>
      )}
      <TextInput
        aria-label="Day"
        type="date"
        size="sm"
        max={dateValue(Date.now())}
        value={dateValue((end ?? Date.now()) - 1)}
        onChange={({ target }) => showDate(target.value)}
      />
      <NativeSelect
        aria-label="Compare with"
        size="sm"
        data={[...compareChoices]}
        value={compare}
        onChange={({ target }) => {
          const chosen = compareChoices.find(({ value }) => value === target.value);
          if (chosen) onCompare(chosen.value);
        }}
      />
    </div>
  );
}

/** The local day of a moment as a date field has it: `2026-11-22`. */
function dateValue(at: number): string {
  const day = new Date(midnightBefore(at, 0));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
