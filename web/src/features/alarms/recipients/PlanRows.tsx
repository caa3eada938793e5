import { Button, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { weekdays } from '@tealight/glucose';
import { useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { ownAlarmsText } from '../../../text/alarms/recipients.ts';
import { HoursFields } from '../../devices/HoursFields.tsx';
import { MAX_PLAN_HOURS, nextRow, type PlanRow } from './own-values.ts';
import classes from './recipients.module.css';

export type PlanRowsProps = { rows: readonly PlanRow[]; onChange: (rows: readonly PlanRow[]) => void };

const text = ownAlarmsText.plan;

/** The hours of a weekly plan, each on one day of the week. */
export function PlanRows({ rows, onChange }: PlanRowsProps) {
  const add = useFocusAfterRender<HTMLButtonElement>();
  const [announcement, setAnnouncement] = useState('');
  const remove = (row: PlanRow) => {
    onChange(rows.filter(({ id }) => id !== row.id));
    setAnnouncement(text.removed);
    add.focus();
  };
  return (
    <fieldset className={classes.plan}>
      <legend>{text.title}</legend>
      <Text size="sm" c="dimmed">
        {text.about}
      </Text>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          number={index + 1}
          onChange={(changed) => onChange(rows.map((one) => (one.id === row.id ? changed : one)))}
          onRemove={() => remove(row)}
        />
      ))}
      <div>
        <Button
          ref={add.target}
          variant="default"
          disabled={rows.length >= MAX_PLAN_HOURS}
          onClick={() => onChange([...rows, nextRow(rows)])}
        >
          {text.add}
        </Button>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </fieldset>
  );
}

type RowProps = { row: PlanRow; number: number; onChange: (row: PlanRow) => void; onRemove: () => void };

function Row({ row, number, onChange, onRemove }: RowProps) {
  return (
    <fieldset className={classes.row}>
      <legend>{text.row({ number })}</legend>
      <NativeSelect
        label={text.weekday}
        value={row.weekday}
        data={weekdays.map((weekday) => ({ value: weekday, label: ownAlarmsText.weekdays[weekday] }))}
        onChange={(event) => {
          const chosen = weekdays.find((weekday) => weekday === event.currentTarget.value);
          if (chosen !== undefined) onChange({ ...row, weekday: chosen });
        }}
      />
      <HoursFields words={text} {...row} onChange={(part) => onChange({ ...row, ...part })} />
      <Button variant="default" aria-label={text.removeRow({ number })} onClick={onRemove}>
        {text.remove}
      </Button>
    </fieldset>
  );
}
