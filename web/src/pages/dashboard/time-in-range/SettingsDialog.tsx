import { Alert, Button, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import type { StorySettings } from '@tealight/contract';
import { populations } from '@tealight/glucose';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { erasesMore, keepChoices, keepOf, keepValue, zoneChoices } from './settings-choices.ts';
import { useSaveSettings } from './use-settings.ts';
import { populationWords } from './words.ts';

export type SettingsDialogProps = {
  settings: StorySettings;
  hatched: boolean;
  onHatched: (hatched: boolean) => void;
  opened: boolean;
  onClose: () => void;
};

/** How time in range is told, and for how long readings are kept. */
export function SettingsDialog({ opened, onClose, ...rest }: SettingsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Time in range">
      <SettingsForm {...rest} onDone={onClose} />
    </Dialog>
  );
}

type SettingsFormProps = Omit<SettingsDialogProps, 'opened' | 'onClose'> & { onDone: () => void };

function SettingsForm({ settings, hatched, onHatched, onDone }: SettingsFormProps) {
  const [draft, setDraft] = useState(settings);
  const { mutate, isPending } = useSaveSettings(onDone);
  const change = (part: Partial<StorySettings>) => setDraft({ ...draft, ...part });
  const erases = erasesMore(settings, draft);
  return (
    <Stack gap="md">
      <NativeSelect
        label="Goals for"
        description="Bands and goals follow the international consensus"
        data={populations.map((value) => ({ value, label: populationWords[value] }))}
        value={draft.population}
        onChange={({ target }) => change({ population: target.value as StorySettings['population'] })}
      />
      <NativeSelect
        label="Time zone"
        description="The clock your days go by"
        data={zoneChoices(settings.timeZone)}
        value={draft.timeZone ?? ''}
        onChange={({ target }) => change({ timeZone: target.value })}
      />
      <NativeSelect
        label="Keep my readings"
        data={keepChoices(settings)}
        value={keepValue(draft)}
        onChange={({ target }) => change({ keepDays: keepOf(target.value) })}
      />
      {erases && (
        <Alert color="red" variant="light" role="alert">
          Readings older than {draft.keepDays} days are erased for good as soon as you save.
        </Alert>
      )}
      <Switch
        label="Hatch the bands"
        description="Patterns beside colours, in this browser"
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
