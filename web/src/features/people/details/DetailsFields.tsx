import { IconCheck } from '@tabler/icons-react';
import { accents, WearerName } from '@tealight/contract';
import { useId } from 'react';
import * as z from 'zod/mini';
import { TextField } from '../../../components/forms/TextField.tsx';
import type { FormValues } from '../../../components/forms/use-form-values.ts';
import { TypedBirthYear } from '../../../data/wearer/birth-year.ts';
import { peopleText } from '../../../text/people/list.ts';
import classes from '../accent.module.css';

/** What is typed about a person; the year as text. */
export type DetailsValues = { name: string; accent: string; birthYear: string };

/** Name, color and year of birth; an empty year is null. */
export const PersonDetails = z.object({
  name: WearerName,
  accent: z.enum(accents),
  birthYear: TypedBirthYear,
});
export type PersonDetails = z.output<typeof PersonDetails>;

type DetailsFieldsProps = {
  form: Pick<FormValues<DetailsValues, PersonDetails>, 'values' | 'field'>;
};

/** The fields for name, color and year of birth. */
export function DetailsFields({ form }: DetailsFieldsProps) {
  const { fields } = peopleText;
  return (
    <>
      <TextField
        {...form.field('name')}
        label={fields.name}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <AccentChoice value={form.values.accent} onChange={form.field('accent').onChange} />
      <TextField
        {...form.field('birthYear')}
        label={fields.birthYear}
        description={fields.aboutBirthYear}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}

function AccentChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>{peopleText.fields.accent}</legend>
      {accents.map((accent) => (
        <label key={accent} className={classes.choice} data-accent={accent}>
          <input
            type="radio"
            name={name}
            aria-label={peopleText.fields.accents[accent]}
            checked={accent === value}
            onChange={() => onChange(accent)}
          />
          <IconCheck size={18} stroke={3} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
