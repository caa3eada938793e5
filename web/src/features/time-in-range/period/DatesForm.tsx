import { Button } from '@mantine/core';
import { type DatePeriod, datePeriodUpTo } from '@tealight/contract';
import { Form } from '../../../components/forms/Form.tsx';
import { TextField } from '../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from './dates-form.module.css';

export type DatesFormProps = {
  /** What is shown. */
  dates: DatePeriod;
  /** The date of now where the wearer lives. */
  today: string;
  /** What the server refused the dates with; null without. */
  error: unknown;
  onChange: (dates: DatePeriod) => void;
};

/** The first and the last day of what statistics and report show. */
export function DatesForm({ dates, today, error, onChange }: DatesFormProps) {
  const form = useFormValues(datePeriodUpTo(today), dates, error);
  return (
    <div className={classes.dates}>
      <Form form={form} busy={false} onSubmit={onChange}>
        <div className={classes.fields}>
          <TextField
            {...form.field('from')}
            type="date"
            label={timeInRangeText.period.first}
            max={today}
            required
            withAsterisk={false}
          />
          <TextField
            {...form.field('until')}
            type="date"
            label={timeInRangeText.period.last}
            max={today}
            required
            withAsterisk={false}
          />
          <Button type="submit" variant="default">
            {timeInRangeText.period.show}
          </Button>
        </div>
      </Form>
    </div>
  );
}
