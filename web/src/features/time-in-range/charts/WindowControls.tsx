import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { dateValue, midnightOf } from '../days/browser-days.ts';
import { DayInput } from '../days/DayInput.tsx';
import { useChartZone } from '../use-chart-zone.ts';
import classes from './chart.module.css';
import type { ChartWindow } from './use-chart-window.ts';

export type WindowControlsProps = {
  view: ChartWindow;
  /** Further controls. */
  children: ReactNode;
};

/** Earlier and later, back to now, and a day. */
export function WindowControls({ view, children }: WindowControlsProps) {
  const { end, pan, showDay, showNow } = view;
  const zone = useChartZone();
  const now = Date.now();
  return (
    <div className={classes.controls}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={timeInRangeText.chart.earlier}
        onClick={() => pan(-1)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={timeInRangeText.chart.later}
        aria-disabled={end === null}
        onClick={() => pan(1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      <Button variant="default" size="sm" aria-disabled={end === null} onClick={showNow}>
        {timeInRangeText.chart.now}
      </Button>
      <DayInput
        label={timeInRangeText.chart.day}
        value={dateValue((end ?? now) - 1, zone)}
        max={dateValue(now, zone)}
        onDay={(date) => showDay(midnightOf(date, zone))}
      />
      {children}
    </div>
  );
}
