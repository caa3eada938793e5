import { NativeSelect } from '@mantine/core';
import { serverNow } from '../../../data/server-clock.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { useChartZone } from '../use-chart-zone.ts';
import { dateValue } from './browser-days.ts';
import { DayInput } from './DayInput.tsx';
import { type CompareChoice, type ComparedDay, compareChoices } from './use-compared-day.ts';

/** Another day to compare the chart with: one of two usual ones, or any. */
export function CompareControl({ compared }: { compared: ComparedDay }) {
  const { choice, choose, date, setDate } = compared;
  const zone = useChartZone();
  return (
    <>
      <NativeSelect
        aria-label={timeInRangeText.compare.label}
        size="sm"
        data={compareChoices.map((value) => ({ value, label: labelOf(value) }))}
        value={choice}
        onChange={({ target }) => {
          const chosen = compareChoices.find((value) => value === target.value);
          if (chosen) choose(chosen);
        }}
      />
      {choice === 'other' && (
        <DayInput
          label={timeInRangeText.compare.date}
          value={date}
          max={dateValue(serverNow(), zone)}
          onDay={setDate}
        />
      )}
    </>
  );
}

function labelOf(choice: CompareChoice): string {
  const { none, dayBefore, weekBefore, otherDay } = timeInRangeText.compare;
  return { none, day: dayBefore, week: weekBefore, other: otherDay }[choice];
}
