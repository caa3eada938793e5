import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { serverNow } from '../../../data/server-clock.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { dateValue, midnightOf } from '../days/browser-days.ts';
import { CompareControl } from '../days/CompareControl.tsx';
import { DayInput } from '../days/DayInput.tsx';
import type { ComparedDay } from '../days/use-compared-day.ts';
import { useChartZone } from '../use-chart-zone.ts';
import classes from './chart.module.css';
import type { ChartWindow } from './use-chart-window.ts';

export type WindowControlsProps = { view: ChartWindow; compared: ComparedDay };

/** Earlier and later, back to now, a day, and another day to compare it with. */
export function WindowControls({ view, compared }: WindowControlsProps) {
  const { end, pan, showDay, showNow } = view;
  const zone = useChartZone();
  const now = serverNow();
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
      <CompareControl compared={compared} />
    </div>
  );
}
