import { Button, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type LampSettings, lampSettings, saveLampSettings } from '@tealight/contract';
import { type FormEvent, useId, useState } from 'react';
import { changedIn } from '../../components/forms/compared-values.ts';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { call, wearerOfPage } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { commonText } from '../../text/common.ts';
import { devicesText } from '../../text/devices.ts';
import classes from './devices.module.css';
import { HoursFields } from './HoursFields.tsx';
import { type EditedSettings, type LampValues, settingsOf, valuesOf } from './lamp-values.ts';
import { TimeZone } from './TimeZone.tsx';

const lampSettingsKey = [lampSettings.path];

/** Brightness by day and by night, and whether lamps glow while the wearer is in range. */
export function LampSettingsForm({ onDone }: { onDone: () => void }) {
  const { data, isError, refetch } = useQuery({
    // Not kept: the form opens over what is stored now, which may have been changed here or by others since.
    queryKey: [...lampSettingsKey, 'form'],
    gcTime: 0,
    queryFn: ({ signal }) => call(lampSettings, { signal }),
  });
  if (data === undefined) return <Loading {...{ isError, refetch }} height={300} />;
  return <Fields saved={data} onDone={onDone} />;
}

function Fields({ saved, onDone }: { saved: LampSettings; onDone: () => void }) {
  const [first] = useState(() => valuesOf(saved));
  const [values, setEntry] = useState(first);
  const change = (part: Partial<LampValues>) => setEntry({ ...values, ...part });
  const settings = settingsOf(values);
  const save = useSave(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (settings !== null) save.mutate({ settings, changes: changedIn(first, values) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Percent
          label={values.hasNight ? devicesText.lamps.brightnessByDay : devicesText.lamps.brightness}
          min={5}
          value={values.dayPercent}
          onChange={(dayPercent) => change({ dayPercent })}
        />
        <Switch
          label={devicesText.lamps.dimmerAtNight}
          checked={values.hasNight}
          onChange={(event) => change({ hasNight: event.currentTarget.checked })}
        />
        {values.hasNight && <Night values={values} change={change} />}
        <NativeSelect
          label={devicesText.lamps.inRange.label}
          data={inRangeChoices(values.hasNight)}
          value={values.inRange}
          onChange={(event) => change({ inRange: event.currentTarget.value as LampValues['inRange'] })}
        />
        <Switch
          label={devicesText.lamps.alarmRhythm}
          description={devicesText.lamps.aboutAlarmRhythm}
          checked={values.flashesForAlarms}
          onChange={(event) => change({ flashesForAlarms: event.currentTarget.checked })}
        />
        {values.flashesForAlarms && (
          <Switch
            label={devicesText.lamps.alarmWhenMuted}
            checked={values.alarmWhenMuted}
            onChange={(event) => change({ alarmWhenMuted: event.currentTarget.checked })}
          />
        )}
        <CallErrors error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {commonText.cancel}
          </Button>
          <Button type="submit" disabled={settings === null} loading={save.isPending}>
            {commonText.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function inRangeChoices(hasNight: boolean) {
  const { glow, darkAtNight, dark } = devicesText.lamps.inRange;
  const atNight = { value: 'dark-at-night', label: darkAtNight };
  return [{ value: 'glow', label: glow }, ...(hasNight ? [atNight] : []), { value: 'dark', label: dark }];
}

type NightProps = { values: LampValues; change: (part: Partial<LampValues>) => void };

function Night({ values, change }: NightProps) {
  return (
    <>
      <Group grow>
        <HoursFields words={devicesText.lamps} from={values.from} until={values.until} onChange={change} />
      </Group>
      <Percent
        label={devicesText.lamps.brightnessAtNight}
        min={2}
        value={values.nightPercent}
        onChange={(nightPercent) => change({ nightPercent })}
      />
      <TimeZone />
    </>
  );
}

type PercentProps = { label: string; min: number; value: number; onChange: (value: number) => void };

function Percent({ label, min, value, onChange }: PercentProps) {
  const id = useId();
  return (
    <div className={classes.percent}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{devicesText.lamps.percent({ percent: value })}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={100}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function useSave(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    // What is not touched here is saved as it is by then: somebody else may have changed it meanwhile.
    mutationFn: async ({ settings, changes }: { settings: EditedSettings; changes: Partial<LampValues> }) => {
      const wearer = wearerOfPage();
      const stored = valuesOf(await call(lampSettings, wearer));
      return call(saveLampSettings, { body: settingsOf({ ...stored, ...changes }) ?? settings, ...wearer });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lampSettingsKey });
      notifySuccess(devicesText.lamps.saved);
      onDone();
    },
  });
}
