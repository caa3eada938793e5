import { Button, Group, NativeSelect, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type LampSettings, lampSettings, saveLampSettings } from '@tealight/contract';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../call.ts';
import { complain, tell } from '../../../notices.ts';
import { Failed } from '../../../ui/Failed.tsx';
import classes from './devices.module.css';
import { entryOf, type LampEntry, settingsOf } from './lamp-entry.ts';

const lampSettingsKey = [lampSettings.path];
const inRangeWords = { glow: 'Glow', 'dark-at-night': 'Are dark at night', dark: 'Are dark' } as const;

/** Brightness by day and by night, and whether lamps glow while all is well. */
export function LampSettingsForm({ onDone }: { onDone: () => void }) {
  const { data, isError, refetch } = useQuery({
    queryKey: lampSettingsKey,
    queryFn: ({ signal }) => call(lampSettings, { signal }),
  });
  if (isError) return <Failed again={refetch} />;
  if (data === undefined) return <Skeleton height={300} aria-label="Loading" role="status" />;
  return <Fields saved={data} onDone={onDone} />;
}

function Fields({ saved, onDone }: { saved: LampSettings; onDone: () => void }) {
  const [entry, setEntry] = useState(() => entryOf(saved));
  const change = (part: Partial<LampEntry>) => setEntry({ ...entry, ...part });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const settings = settingsOf(entry, timeZone);
  const save = useSave(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (settings !== null) save.mutate(settings);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Percent
          label={entry.hasNight ? 'Brightness by day' : 'Brightness'}
          min={5}
          value={entry.dayPercent}
          onChange={(dayPercent) => change({ dayPercent })}
        />
        <Switch
          label="Dimmer at night"
          checked={entry.hasNight}
          onChange={(event) => change({ hasNight: event.currentTarget.checked })}
        />
        {entry.hasNight && <Night entry={entry} timeZone={timeZone} change={change} />}
        <NativeSelect
          label="While I am in range, lamps"
          data={Object.entries(inRangeWords)
            .filter(([value]) => entry.hasNight || value !== 'dark-at-night')
            .map(([value, label]) => ({ value, label }))}
          value={entry.inRange}
          onChange={(event) => change({ inRange: event.currentTarget.value as LampEntry['inRange'] })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={settings === null} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type NightProps = { entry: LampEntry; timeZone: string; change: (part: Partial<LampEntry>) => void };

function Night({ entry, timeZone, change }: NightProps) {
  return (
    <>
      <Group grow>
        <TextInput
          label="From"
          type="time"
          value={entry.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          label="Until"
          type="time"
          value={entry.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </Group>
      <Percent
        label="Brightness at night"
        min={2}
        value={entry.nightPercent}
        onChange={(nightPercent) => change({ nightPercent })}
      />
      <Text size="sm" c="dimmed">
        By the clock of {timeZone.replaceAll('_', ' ')}.
      </Text>
    </>
  );
}

type PercentProps = { label: string; min: number; value: number; onChange: (value: number) => void };

function Percent({ label, min, value, onChange }: PercentProps) {
  const id = useId();
  return (
    <div className={classes.percent}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{value} %</output>
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
    mutationFn: (body: LampSettings) => call(saveLampSettings, { body }),
    onSuccess: async () => {
      tell('Your lamps now glow like this');
      onDone();
      await client.invalidateQueries({ queryKey: lampSettingsKey });
    },
    onError: complain,
  });
}
