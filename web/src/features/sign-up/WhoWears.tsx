import { Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { changeWearer, WearerName } from '@tealight/contract';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { Form } from '../../components/forms/Form.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { TextField } from '../../components/forms/TextField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { Panel } from '../../components/Panel.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { callDone } from '../../data/call-done.ts';
import { notifySuccess } from '../../data/notices.ts';
import { TypedBirthYear } from '../../data/wearer/birth-year.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { wearersQuery } from '../../data/wearer/wearers.ts';
import { commonText } from '../../text/common.ts';
import { whoWearsText } from '../../text/people/who-wears.ts';
import classes from './who-wears.module.css';

const answers = ['me', 'child', 'other'] as const;
type Who = (typeof answers)[number];

/** An empty year of birth is null. */
const NamedPerson = z.object({
  name: WearerName,
  birthYear: TypedBirthYear,
});
type NamedPerson = z.output<typeof NamedPerson>;

/**
 * Asks, while an account is set up, whose sensor is connected. The account's own name is what stays when it is
 * skipped. Not shown while the wearers are not known, and to somebody who follows others already.
 */
export function WhoWears() {
  const wearers = useQuery(wearersQuery, accountClient).data?.wearers;
  const [only] = wearers ?? [];
  const [who, setWho] = useState<Who>('me');
  const [answered, setAnswered] = useState<string | null>(null);
  const heading = useFocusAfterRender<HTMLHeadingElement>();
  if (wearers?.length !== 1 || only?.role !== 'owner') return null;
  if (answered !== null) {
    return (
      <Panel title={whoWearsText.answered({ name: answered })} heading={heading.target}>
        <TextButton onClick={() => setAnswered(null)}>{whoWearsText.change}</TextButton>
      </Panel>
    );
  }
  return (
    <Panel title={whoWearsText.title} heading={heading.target}>
      <div role="radiogroup" aria-label={whoWearsText.title} className={classes.answers}>
        {answers.map((answer) => (
          <label key={answer}>
            <input type="radio" name="who" checked={answer === who} onChange={() => setWho(answer)} />
            {whoWearsText.choices[answer]}
          </label>
        ))}
      </div>
      {who === 'me' ? (
        <Text size="sm" c="dimmed">
          {whoWearsText.about}
        </Text>
      ) : (
        <PersonForm
          key={who}
          who={who}
          wearer={only.id}
          onSaved={(name) => {
            setAnswered(name);
            heading.focus();
          }}
        />
      )}
    </Panel>
  );
}

type PersonFormProps = { who: 'child' | 'other'; wearer: string; onSaved: (name: string) => void };

/** The name of the one who wears the sensor, and the year of birth of a child. */
function PersonForm({ who, wearer, onSaved }: PersonFormProps) {
  const save = useMutation({
    mutationFn: (person: NamedPerson) => callDone(changeWearer, { wearer, body: person }),
    onSuccess: async (_, { name }) => {
      notifySuccess(whoWearsText.saved({ name }));
      await accountClient.invalidateQueries(wearersQuery);
      onSaved(name);
    },
  });
  const form = useFormValues<{ name: string; birthYear: string }, NamedPerson>(
    NamedPerson,
    { name: '', birthYear: '' },
    save.error,
  );
  return (
    <Form form={form} busy={save.isPending} onSubmit={save.mutate}>
      <TextField
        {...form.field('name')}
        label={who === 'child' ? whoWearsText.childName : whoWearsText.otherName}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      {who === 'child' && (
        <TextField
          {...form.field('birthYear')}
          label={whoWearsText.birthYear}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <SubmitRow
        label={commonText.save}
        busy={save.isPending}
        waitsFor={form.values.name.trim() === '' ? whoWearsText.incomplete : null}
      />
    </Form>
  );
}
