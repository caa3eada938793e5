import { useMutation } from '@tanstack/react-query';
import { changeWearer, type ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { changedIn, isSame } from '../../../components/forms/compared-values.ts';
import { Form } from '../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { wearersQuery } from '../../../data/wearer/wearers.ts';
import { commonText } from '../../../text/common.ts';
import { manageText } from '../../../text/people/manage.ts';
import { DetailsFields, type DetailsValues, PersonDetails } from './DetailsFields.tsx';

/** Name, color and year of birth of a wearer (PPL-2). */
export function DetailsPanel({ wearer }: { wearer: ListedWearer }) {
  // What is not touched here is not sent: another device may have changed it meanwhile.
  const [saved, setSaved] = useState<PersonDetails>(wearer);
  const first = typedDetails(saved);
  const change = useMutation({
    mutationFn: (details: PersonDetails) =>
      callDone(changeWearer, { wearer: wearer.id, body: changedIn(saved, details) }),
    onSuccess: async (_done, details) => {
      setSaved(details);
      notifySuccess(manageText.details.saved);
      await accountClient.invalidateQueries(wearersQuery);
    },
  });
  const form = useFormValues<DetailsValues, PersonDetails>(PersonDetails, first, change.error);
  return (
    <Panel title={manageText.details.title}>
      <Form form={form} busy={change.isPending} onSubmit={change.mutate}>
        <DetailsFields form={form} />
        <SubmitRow
          label={commonText.save}
          busy={change.isPending}
          waitsFor={isSame(form.values, first) ? manageText.details.unchanged : null}
        />
      </Form>
    </Panel>
  );
}

const typedDetails = ({ name, accent, birthYear }: PersonDetails): DetailsValues => ({
  name,
  accent,
  birthYear: String(birthYear ?? ''),
});
