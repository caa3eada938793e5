import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Accent, accents, addWearer } from '@tealight/contract';
import { Form } from '../../components/forms/Form.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, wearersQuery } from '../../data/wearer/wearers.ts';
import { peopleText } from '../../text/people/list.ts';
import { DetailsFields, type DetailsValues, PersonDetails } from './details/DetailsFields.tsx';

export type AddPersonProps = {
  /** The colors that others have already: another one is suggested. */
  taken: readonly Accent[];
  onClose: () => void;
};

/** The form for another wearer of my own. */
export function AddPerson({ taken, onClose }: AddPersonProps) {
  const add = useMutation({
    mutationFn: (body: PersonDetails) => call(addWearer, { body }),
    onSuccess: async (_, { name }) => {
      notifySuccess(peopleText.addForm.done({ name }));
      await Promise.all([
        accountClient.invalidateQueries(wearersQuery),
        accountClient.invalidateQueries(glancesQuery),
      ]);
      onClose();
    },
  });
  const accent = accents.find((one) => !taken.includes(one)) ?? accents[0];
  const start: DetailsValues = { name: '', accent, birthYear: '' };
  const form = useFormValues<DetailsValues, PersonDetails>(PersonDetails, start, add.error);
  return (
    <>
      <Text mb="md">{peopleText.addForm.about}</Text>
      <Form form={form} busy={add.isPending} takesFocus onSubmit={add.mutate}>
        <DetailsFields form={form} />
        <SubmitRow
          label={peopleText.addForm.submit}
          busy={add.isPending}
          waitsFor={form.values.name.trim() === '' ? peopleText.addForm.incomplete : null}
          onCancel={onClose}
        />
      </Form>
    </>
  );
}
