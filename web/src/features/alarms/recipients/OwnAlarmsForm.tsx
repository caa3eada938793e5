import { NativeSelect, Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { alarmRecipients, type OwnAlarms, saveOwnAlarms } from '@tealight/contract';
import type { FormEvent } from 'react';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { saveUnlessChanged, useSavedValues } from '../../../components/forms/use-saved-values.ts';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';
import { ownAlarmsText as text } from '../../../text/alarms/recipients.ts';
import { commonText } from '../../../text/common.ts';
import { HoursFields, TimeZoneLine } from '../../devices/HoursFields.tsx';
import { type OwnValues, ownAlarmsOf, rankChoices, valuesOf } from './own-values.ts';
import { PlanRows } from './PlanRows.tsx';
import classes from './recipients.module.css';

type Change = (part: Partial<OwnValues>) => void;

/** When the reader is on duty, the mildest alarm on and off duty, and quiet hours (ALM-24). */
export function OwnAlarmsForm({ wearer, saved }: { wearer: string; saved: OwnAlarms }) {
  // The reader's own switch, on the same page, changes one of them.
  const { values, change, noteSaved, isJustReplaced } = useSavedValues(
    valuesOf(saved),
    text.changedMeanwhile,
    { byField: true },
  );
  const own = ownAlarmsOf(values);
  const save = useMutation({
    mutationFn: ({ body }: { body: OwnAlarms; sent: OwnValues }) =>
      saveUnlessChanged({
        shown: saved,
        read: async () => (await call(alarmRecipients, { wearer })).own,
        write: () => call(saveOwnAlarms, { wearer, body }),
        replaced: text.changedMeanwhile,
      }),
    onSuccess: (isSaved, { sent }) => {
      if (!isSaved) return;
      noteSaved(sent);
      notifySuccess(text.saved);
    },
    onSettled: refreshAlarms,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (own !== null && !isJustReplaced() && !save.isPending) save.mutate({ body: own, sent: values });
  };
  const isPlanEmpty = values.onDuty === 'plan' && values.plan.length === 0;
  const { onDuty } = text;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NativeSelect
          label={onDuty.label}
          value={values.onDuty}
          data={[
            { value: 'on', label: onDuty.on },
            { value: 'off', label: onDuty.off },
            { value: 'plan', label: onDuty.plan },
          ]}
          onChange={(event) => change({ onDuty: event.currentTarget.value as OwnValues['onDuty'] })}
        />
        {values.onDuty === 'plan' && <PlanRows rows={values.plan} onChange={(plan) => change({ plan })} />}
        <div className={classes.fields}>
          <RankField
            label={text.rank.onDuty}
            rank={values.onDutyRank}
            onChange={(onDutyRank) => change({ onDutyRank })}
          />
          <RankField
            label={text.rank.offDuty}
            rank={values.offDutyRank}
            onChange={(offDutyRank) => change({ offDutyRank })}
          />
        </div>
        <QuietHours values={values} change={change} />
        <Switch
          label={text.weeklyMail.label}
          description={text.weeklyMail.about}
          checked={values.weeklyMail}
          onChange={(event) => change({ weeklyMail: event.currentTarget.checked })}
        />
        <TimeZoneLine words={text} zone={values.timeZone} onChange={(timeZone) => change({ timeZone })} />
        <CallErrors error={save.error} />
        <SubmitRow
          label={commonText.save}
          busy={save.isPending}
          waitsFor={own !== null ? null : isPlanEmpty ? text.plan.isEmpty : text.incomplete}
        />
      </Stack>
    </form>
  );
}

type RankProps = { label: string; rank: number; onChange: (rank: number) => void };

const RankField = ({ label, rank, onChange }: RankProps) => (
  <NativeSelect
    label={label}
    value={String(rank)}
    data={rankChoices()}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);

function QuietHours({ values, change }: { values: OwnValues; change: Change }) {
  return (
    <>
      <Switch
        label={text.quiet.label}
        description={text.quiet.about}
        checked={values.isQuiet}
        onChange={(event) => change({ isQuiet: event.currentTarget.checked })}
      />
      {values.isQuiet && (
        <div className={classes.fields}>
          <HoursFields
            words={text.quiet}
            {...values.quiet}
            onChange={(part) => change({ quiet: { ...values.quiet, ...part } })}
          />
        </div>
      )}
    </>
  );
}
