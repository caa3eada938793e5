import { Button, Group, Text } from '@mantine/core';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { devicesText } from '../../text/devices.ts';
import { useSaveSettings, useSettings } from '../time-in-range/settings/use-settings.ts';
import { browserZone, timeZoneName } from '../time-in-range/text.ts';

/** The wearer's time zone, and a button that changes it to the browser's. */
export function TimeZone() {
  const { settings } = useSettings();
  const save = useSaveSettings(() => {});
  if (settings === undefined) return null;
  const here = browserZone();
  const timeZone = settings.timeZone ?? here;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {devicesText.lamps.timeZone({ zone: timeZoneName(timeZone) })}
      </Text>
      {timeZone !== here && (
        <Button
          size="compact-sm"
          variant="light"
          loading={save.isPending}
          onClick={() => save.mutate({ ...settings, timeZone: here })}
        >
          {devicesText.lamps.changeTimeZone({ zone: timeZoneName(here) })}
        </Button>
      )}
      <CallErrors error={save.error} />
    </Group>
  );
}
