import { Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AlarmSettings, type ReplyOf, readAlarmSettings, saveAlarmSettings } from '@tealight/contract';
import { type AlarmTime, alarmKinds, alarmTimes, type Unit } from '@tealight/glucose';
import { type FormEvent, useState } from 'react';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { saveUnlessChanged, useSavedValues } from '../../../components/forms/use-saved-values.ts';
import { Panel } from '../../../components/Panel.tsx';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { dayText } from '../../../data/page/page-locale.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { alarmSettingsText as text } from '../../../text/alarms/settings.ts';
import { highEscalationMinutes } from '../recipients/escalation-lines.ts';
import { type AlarmValues, changed, errorsOf, settingsOf, valuesOf } from './alarm-values.ts';
import { KindFields } from './KindFields.tsx';
import classes from './settings.module.css';

type FormProps = {
  wearer: string;
  unit: Unit;
  saved: ReplyOf<typeof readAlarmSettings>;
  /** What the form begins with: what is saved, or a proposal. */
  start: AlarmSettings;
  /** Null: not known to the reader. */
  hasNight: boolean | null;
  mayChange: boolean;
  /** Alarms of this wearer were switched on for the first time. */
  onFirstOn: () => void;
};

/** The switch, what alarms cannot do, and the numbers of each kind by day and at night. */
export function AlarmSettingsForm(props: FormProps) {
  const { wearer, unit, saved, start, hasNight, mayChange, onFirstOn } = props;
  const stored = { isOn: saved.isOn, escalatesHighs: saved.escalatesHighs, values: valuesOf(start, unit) };
  const form = useSavedValues(stored, text.form.changedMeanwhile);
  const { isOn, escalatesHighs, values } = form.values;
  const setValues = (next: AlarmValues) => form.change({ values: next });
  const [hasAccepted, setAccepted] = useState(false);
  const save = useMutation({
    mutationFn: ({ isOn, escalatesHighs, values }: typeof form.values) => {
      const body = { isOn, escalatesHighs, settings: settingsOf(values), hasAccepted };
      return saveUnlessChanged({
        shown: revisionOf(saved),
        read: async () => revisionOf(await call(readAlarmSettings, { wearer })),
        write: () => call(saveAlarmSettings, { wearer, body }),
        replaced: text.form.changedMeanwhile,
      });
    },
    onSuccess: (isSaved, sent) => {
      if (!isSaved) return;
      form.noteSaved(sent);
      notifySuccess(text.form.saved);
      if (isOn && saved.accepted === null) onFirstOn();
    },
    onSettled: refreshAlarms,
  });
  const errors = errorsOf(values);
  const isMissingConsent = isOn && saved.accepted === null && !hasAccepted;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const maySave = errors.length === 0 && !isMissingConsent && !form.isJustReplaced();
    if (maySave && !save.isPending) save.mutate(form.values);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.panels}>
      <Panel title={text.switch.title}>
        <Stack gap="sm">
          <Text>{mayChange ? text.switch.about : text.switch.mayNotChange}</Text>
          {saved.offer !== 'all' && (
            <Text>{saved.offer === 'none' ? text.switch.noSource : text.switch.late}</Text>
          )}
          <Safety accepted={saved.accepted} />
          {saved.accepted === null && mayChange && (
            <Checkbox
              label={text.safety.accept}
              checked={hasAccepted}
              onChange={(event) => setAccepted(event.currentTarget.checked)}
            />
          )}
          <Switch
            label={text.switch.label}
            size="md"
            disabled={!mayChange || (saved.accepted === null && !hasAccepted)}
            checked={isOn}
            onChange={(event) => form.change({ isOn: event.currentTarget.checked })}
          />
        </Stack>
      </Panel>
      <Panel title={text.form.title}>
        {saved.settings === null && <Text c="dimmed">{text.form.proposed}</Text>}
        <Switch
          label={text.form.differsAtNight}
          description={hasNight === null ? null : hasNight ? text.form.nightIs : text.form.noNight}
          disabled={!mayChange || (!hasNight && !stored.values.differsAtNight)}
          checked={values.differsAtNight}
          onChange={(event) => setValues({ ...values, differsAtNight: event.currentTarget.checked })}
          mb="sm"
        />
        <Times {...{ values, errors, setValues }} disabled={!mayChange} />
        <Switch
          label={text.escalatesHighs.label}
          description={text.escalatesHighs.about({ minutes: highEscalationMinutes() })}
          disabled={!mayChange}
          checked={escalatesHighs}
          onChange={(event) => form.change({ escalatesHighs: event.currentTarget.checked })}
          mt="sm"
        />
        <CallErrors error={save.error} />
        {mayChange && (
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={save.isPending} disabled={errors.length > 0 || isMissingConsent}>
              {text.form.save}
            </Button>
          </Group>
        )}
      </Panel>
    </form>
  );
}

/** By which it is noticed that somebody else has saved. */
const revisionOf = ({ isOn, escalatesHighs, settings }: FormProps['saved']) => ({
  isOn,
  escalatesHighs,
  settings,
});

function Safety({ accepted }: { accepted: FormProps['saved']['accepted'] }) {
  return (
    <div>
      <Text fw={600}>{text.safety.title}</Text>
      <ul className={classes.safety}>
        {Object.values(text.safety.points).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {accepted !== null && (
        <Text size="sm" c="dimmed">
          {text.safety.acceptedBy({
            name: accepted.by ?? alarmBarText.somebody,
            day: dayText(accepted.at),
          })}
        </Text>
      )}
    </div>
  );
}

type TimesProps = {
  values: AlarmValues;
  errors: ReturnType<typeof errorsOf>;
  setValues: (values: AlarmValues) => void;
  disabled: boolean;
};

function Times({ values, errors, setValues, disabled }: TimesProps) {
  const times: readonly AlarmTime[] = values.differsAtNight ? alarmTimes : ['day'];
  return (
    <div className={classes.times}>
      {times.map((time) => (
        <section key={time} aria-label={text.form[time]}>
          {values.differsAtNight && <Text fw={600}>{text.form[time]}</Text>}
          {alarmKinds.map((kind) => (
            <KindFields
              key={kind}
              {...{ kind, time, errors, disabled }}
              unit={values.unit}
              values={values[time][kind]}
              onChange={(change) => setValues(changed(values, { kind, time }, change))}
            />
          ))}
        </section>
      ))}
    </div>
  );
}
