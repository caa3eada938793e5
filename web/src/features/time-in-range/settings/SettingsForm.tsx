import { Alert, Button, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import type { StatisticsSettings } from '@tealight/contract';
import { populations } from '@tealight/glucose';
import { useState } from 'react';
import { populationText } from '../text.ts';
import { erasesReadings, keepChoices, keepDaysOf, keepValue, zoneChoices } from './settings-choices.ts';
import { useSaveSettings } from './use-settings.ts';

export type SettingsFormProps = {
  settings: StatisticsSettings;
  hatched: boolean;
  onHatched: (hatched: boolean) => void;
  onDone: () => void;
};

/** Goals, time zone and how long readings are kept, saved together; hatching, at once. */
export function SettingsForm({ settings, hatched, onHatched, onDone }: SettingsFormProps) {
  const [draft, setDraft] = useState(settings);
  const { mutate, isPending } = useSaveSettings(onDone);
  const erases = erasesReadings(settings, draft);
  return (
    <Stack gap="md">
      <Choices saved={settings} draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
      {erases && (
        <Alert color="red" variant="light" role="alert">
          Readings older than {draft.keepDays} days are erased for good as soon as you save.
        </Alert>
      )}
      <Switch
        label="Show patterns in charts"
        description="Patterns beside colors, in this browser"
        checked={hatched}
        onChange={({ target }) => onHatched(target.checked)}
      />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button color={erases ? 'red' : ''} loading={isPending} onClick={() => mutate(draft)}>
          {erases ? 'Save and erase' : 'Save'}
        </Button>
      </Group>
    </Stack>
  );
}

type ChoicesProps = {
  saved: StatisticsSettings;
  draft: StatisticsSettings;
  onChange: (part: Partial<StatisticsSettings>) => void;
};

function Choices({ saved, draft, onChange }: ChoicesProps) {
  return (
    <>
      <NativeSelect
        label="Goals for"
        description="Bands and goals follow the international consensus"
        data={populations.map((value) => ({ value, label: populationText[value] }))}
        value={draft.population}
        onChange={({ target }) => onChange({ population: target.value as StatisticsSettings['population'] })}
      />
      <NativeSelect
        label="Time zone"
        description="For your statistics and the night of your lamps"
        data={zoneChoices(saved.timeZone)}
        value={draft.timeZone ?? ''}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      />
      <NativeSelect
        label="Keep my readings"
        data={keepChoices(saved)}
        value={keepValue(draft)}
        onChange={({ target }) => onChange({ keepDays: keepDaysOf(target.value) })}
      />
    </>
  );
}
