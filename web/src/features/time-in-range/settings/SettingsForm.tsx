import { Alert, Button, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import type { StatisticsSettings } from '@tealight/contract';
import { populations } from '@tealight/glucose';
import { useState } from 'react';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
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
  // What is not touched here is saved as it is by then: another device may change it meanwhile.
  const [changes, setChanges] = useState<Partial<StatisticsSettings>>({});
  const draft = { ...settings, ...changes };
  const { mutate, isPending, error } = useSaveSettings(onDone);
  const erases = erasesReadings(settings, draft);
  return (
    <Stack gap="md">
      <Choices saved={settings} draft={draft} onChange={(part) => setChanges({ ...changes, ...part })} />
      {erases && (
        <Alert color="red" variant="light" role="alert">
          {timeInRangeText.settings.erases({ days: draft.keepDays ?? 0 })}
        </Alert>
      )}
      <Switch
        label={timeInRangeText.settings.patterns}
        description={timeInRangeText.settings.patternsNote}
        checked={hatched}
        onChange={({ target }) => onHatched(target.checked)}
      />
      <CallErrors error={error} />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onDone}>
          {timeInRangeText.settings.cancel}
        </Button>
        <Button color={erases ? 'red' : ''} loading={isPending} onClick={() => mutate(changes)}>
          {erases ? timeInRangeText.settings.saveAndErase : timeInRangeText.settings.save}
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
  const mayErase = useWearer().may('delete');
  return (
    <>
      <NativeSelect
        label={timeInRangeText.settings.goalsFor}
        description={timeInRangeText.settings.goalsForNote}
        data={populations.map((value) => ({ value, label: timeInRangeText.people[value] }))}
        value={draft.population}
        onChange={({ target }) => onChange({ population: target.value as StatisticsSettings['population'] })}
      />
      <NativeSelect
        label={timeInRangeText.settings.timeZone}
        description={timeInRangeText.settings.timeZoneNote}
        data={zoneChoices(saved.timeZone)}
        value={draft.timeZone ?? ''}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      />
      {/* A shorter time erases readings, which only the owner may. */}
      {mayErase && (
        <NativeSelect
          label={timeInRangeText.settings.keep}
          data={keepChoices(saved)}
          value={keepValue(draft)}
          onChange={({ target }) => onChange({ keepDays: keepDaysOf(target.value) })}
        />
      )}
    </>
  );
}
