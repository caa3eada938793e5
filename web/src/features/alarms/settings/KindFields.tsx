import { NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import {
  type AlarmKind,
  type AlarmNumber,
  type AlarmSettingsError,
  type AlarmTime,
  alarmDefinitions,
  type Unit,
} from '@tealight/glucose';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { alarmSettingsText as text } from '../../../text/alarms/settings.ts';
import { type KindValues, namesOf, shownNumber, speedChoices } from './alarm-values.ts';
import classes from './settings.module.css';

type KindProps = {
  kind: AlarmKind;
  time: AlarmTime;
  unit: Unit;
  values: KindValues;
  errors: readonly AlarmSettingsError[];
  disabled: boolean;
  onChange: (values: KindValues) => void;
};

/** One kind of alarm: on or off, and its numbers with their limits and errors beside them. */
export function KindFields({ kind, time, unit, values, errors, disabled, onChange }: KindProps) {
  const own = errors.filter((error) => error.kind === kind && error.time === time);
  const name = alarmKindText.names[kind];
  return (
    <fieldset className={classes.kind} disabled={disabled}>
      <legend>{name}</legend>
      <Switch
        label={name}
        checked={values.isOn}
        error={own.find(({ number }) => number === null) && text.errors['off-at-one-time']()}
        onChange={(event) => onChange({ ...values, isOn: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {alarmKindText.when[kind]}
      </Text>
      {values.isOn && (
        <div className={classes.numbers}>
          {namesOf(kind).map((number) => (
            <NumberField
              key={number}
              {...{ kind, number, unit }}
              value={values.numbers[number] ?? ''}
              error={own.find((error) => error.number === number)}
              onChange={(value) => onChange({ ...values, numbers: { ...values.numbers, [number]: value } })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

type NumberProps = {
  kind: AlarmKind;
  number: AlarmNumber;
  unit: Unit;
  value: string;
  error: AlarmSettingsError | undefined;
  onChange: (value: string) => void;
};

function NumberField({ kind, number, unit, value, error, onChange }: NumberProps) {
  const limits = alarmDefinitions[kind].numbers[number] ?? { min: 0, max: 0, initial: 0 };
  const label = text.numbers[number]({ unit });
  if (number === 'mgdlPerMinute')
    return (
      <NativeSelect
        label={label}
        value={value}
        data={speedChoices(limits).map((speed) => ({
          value: String(speed),
          label: shownNumber(number, speed, unit),
        }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const shown = { min: shownNumber(number, limits.min, unit), max: shownNumber(number, limits.max, unit) };
  return (
    <TextInput
      label={label}
      description={text.between(shown)}
      inputMode="decimal"
      value={value}
      error={error && text.errors[error.code](shown)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
