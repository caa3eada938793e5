import { Button, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import {
  type Flash,
  glucoseIn,
  type Palette,
  palettes,
  type Range,
  readingWithUnit,
  type Unit,
  units,
} from '@tealight/glucose';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { useFocusOnOpen } from '../../components/focus/use-focus-on-open.ts';
import { changedIn } from '../../components/forms/compared-values.ts';
import { rangeText } from '../../text/range.ts';
import { RangeBar } from './RangeBar.tsx';
import { isEmpty, isSavable, rangeOf, setpointTexts, suggestedRange } from './range-values.ts';
import { SetpointField } from './SetpointField.tsx';
import { useRangeValues } from './use-range-values.ts';

/** The result of the form: range, flash and palette. */
export type RangeChoice = { range: Range; flash: Flash; palette: Palette };

export type RangeFormProps = {
  saved: { range: Range | null; flash: Flash; palette: Palette };
  /** The unit in which the form begins; by default that of the saved range. */
  unit?: Unit | null;
  saveLabel: string;
  busy: boolean;
  /** The current reading in mg/dL, shown on the colors; null where there is none. */
  mgdl?: number | null;
  /** Whether its first field gets the focus: the wearer has asked for the form. */
  takesFocus?: boolean;
  /** What was changed here: somebody else may have changed the rest. */
  onSave: (changes: Partial<RangeChoice>) => void;
  /** Content beside the save button: cancel or skip. */
  children?: ReactNode;
};

/** The three setpoints, their unit, which of them flash, and the colors between them. */
export function RangeForm({
  saved,
  unit = null,
  saveLabel,
  busy,
  mgdl = null,
  takesFocus = false,
  onSave,
  children,
}: RangeFormProps) {
  const form = useRangeValues(saved.range, unit);
  const [flash, setFlash] = useState(saved.flash);
  const [palette, setPalette] = useState(saved.palette);
  const { values } = form;
  const [first] = useState({ values, flash, palette });
  const savable = isSavable(values);
  const isSuggested = isEmpty(values);
  const range = savable ? rangeOf(values) : isSuggested ? suggestedRange(values.unit) : null;
  const element = useFocusOnOpen(takesFocus, 'input[inputmode]');
  const saveButton = useFocusAfterRender<HTMLButtonElement>();
  const accept = (suggested: Range) => {
    form.fill(suggested);
    saveButton.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!savable || busy) return;
    const { values: typed, ...changes } = changedIn(first, { values, flash, palette });
    onSave({ ...changes, ...(typed && { range: rangeOf(typed) }) });
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Choice label={rangeText.unit} value={values.unit} options={unitOptions} onChange={form.switchTo} />
        {isSuggested && <Suggestion unit={values.unit} onAccept={accept} />}
        <div>
          <RangeBar
            range={range}
            isSuggested={isSuggested}
            palette={palette}
            mark={mgdl === null ? null : glucoseIn(mgdl, values.unit)}
          />
          {mgdl !== null && range && (
            <Text size="sm" c="dimmed" mt="xs">
              {rangeText.readingNow({ value: readingWithUnit(glucoseIn(mgdl, values.unit), values.unit) })}
            </Text>
          )}
        </div>
        <Stack gap="md">
          <SetpointField setpoint="high" form={form}>
            <FlashSwitch
              label={rangeText.flash.high}
              on={flash.high}
              onChange={(high) => setFlash({ ...flash, high })}
            />
          </SetpointField>
          <SetpointField setpoint="inRange" form={form} />
          <SetpointField setpoint="low" form={form}>
            <FlashSwitch
              label={rangeText.flash.low}
              on={flash.low}
              onChange={(low) => setFlash({ ...flash, low })}
            />
          </SetpointField>
        </Stack>
        <Choice
          label={rangeText.palette.label}
          value={palette}
          options={paletteOptions()}
          onChange={setPalette}
        />
        <Group justify="space-between">
          <Button ref={saveButton.target} type="submit" disabled={!savable} loading={busy}>
            {saveLabel}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}

/** Setpoints to start from, taken with one press. */
function Suggestion({ unit, onAccept }: { unit: Unit; onAccept: (range: Range) => void }) {
  const range = suggestedRange(unit);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{rangeText.suggestion.about}</Text>
      <Button variant="light" onClick={() => onAccept(range)}>
        {rangeText.suggestion.accept({ ...setpointTexts(range), unit })}
      </Button>
    </Group>
  );
}

type Option<Value> = { value: Value; label: string };
const unitOptions: Option<Unit>[] = units.map((unit) => ({ value: unit, label: unit }));
const paletteOptions = (): Option<Palette>[] =>
  palettes.map((palette) => ({ value: palette, label: rangeText.palette.names[palette] }));

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: Option<Value>[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Group justify="space-between" gap="xs">
      <Text id={id} size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} value={value} data={options} onChange={onChange} />
    </Group>
  );
}

type FlashSwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void };

function FlashSwitch({ label, on, onChange }: FlashSwitchProps) {
  return <Switch label={label} checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
