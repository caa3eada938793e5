import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ListedWearer, leaveWearer, saveFollowSettings } from '@tealight/contract';
import { type Unit, units } from '@tealight/glucose';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { changedIn } from '../../../components/forms/compared-values.ts';
import { Form } from '../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { TextField } from '../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { glancesQuery, nameOf, wearersQuery } from '../../../data/wearer/wearers.ts';
import { paths } from '../../../paths.ts';
import { commonText } from '../../../text/common.ts';
import { manageText } from '../../../text/people/manage.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { LabeledSegments } from '../LabeledSegments.tsx';
import { TypedName } from '../typed-name.ts';

const text = () => manageText.following;

/** An empty name is null: the wearer's own name. */
const OwnView = z.object({ alias: TypedName });
type View = { alias: string | null; unit: Unit };

/** How I see a wearer whom I follow (PPL-22), and the end of following (PPL-23). */
export function FollowingPanel({ wearer }: { wearer: ListedWearer }) {
  // What is not touched here is not sent: another device may have changed it meanwhile.
  const [saved, setSaved] = useState<View>({ alias: wearer.alias, unit: wearer.unit });
  const [unit, setUnit] = useState(saved.unit);
  const save = useMutation({
    mutationFn: (view: View) =>
      callDone(saveFollowSettings, { wearer: wearer.id, body: changedIn(saved, view) }),
    onSuccess: async (_, view) => {
      setSaved(view);
      notifySuccess(text().saved);
      await Promise.all([
        accountClient.invalidateQueries(wearersQuery),
        accountClient.invalidateQueries(glancesQuery),
      ]);
    },
  });
  const form = useFormValues(OwnView, { alias: saved.alias ?? '' }, save.error);
  const isChanged = form.values.alias !== (saved.alias ?? '') || unit !== saved.unit;
  const role = wearer.role === 'owner' ? '' : rightsText.roles[wearer.role].toLowerCase();
  return (
    <Panel title={text().title}>
      {wearer.ownerName !== null && <Text mb="md">{text().about({ role, owner: wearer.ownerName })}</Text>}
      <Form form={form} busy={save.isPending} onSubmit={({ alias }) => save.mutate({ alias, unit })}>
        <TextField
          {...form.field('alias')}
          label={text().alias}
          description={text().aboutAlias({ name: wearer.name })}
          autoComplete="off"
        />
        <LabeledSegments
          label={text().unit}
          value={unit}
          onChange={setUnit}
          choices={units.map((value) => ({ value, label: value }))}
        />
        <SubmitRow
          label={commonText.save}
          busy={save.isPending}
          waitsFor={isChanged ? null : manageText.details.unchanged}
        >
          <StopFollowing wearer={wearer} />
        </SubmitRow>
      </Form>
    </Panel>
  );
}

function StopFollowing({ wearer }: { wearer: ListedWearer }) {
  const navigate = useNavigate();
  const name = nameOf(wearer);
  const leave = useMutation({
    mutationFn: () => callDone(leaveWearer, { wearer: wearer.id }),
    onSuccess: async () => {
      notifySuccess(text().stopped({ name }));
      await navigate(paths.people);
      await Promise.all([
        accountClient.invalidateQueries(wearersQuery),
        accountClient.invalidateQueries(glancesQuery),
      ]);
    },
  });
  return (
    <ConfirmButton
      label={text().stop}
      title={text().confirmTitle({ name })}
      consequence={text().consequence({ name })}
      keep={text().keep}
      action={leave}
    />
  );
}
