import { Button, Group, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { browserZone, timeZoneName } from '../time-in-range/text.ts';

/** Times of day as they are typed. */
export type TypedHours = { from: string; until: string };

export type HoursFieldsProps = TypedHours & {
  words: TypedHours;
  onChange: (part: Partial<TypedHours>) => void;
};

/** The fields for hours of the day: from one time until another. */
export const HoursFields = ({ words, from, until, onChange }: HoursFieldsProps) => (
  <>
    <TextInput
      label={words.from}
      type="time"
      value={from}
      onChange={(event) => onChange({ from: event.currentTarget.value })}
    />
    <TextInput
      label={words.until}
      type="time"
      value={until}
      onChange={(event) => onChange({ until: event.currentTarget.value })}
    />
  </>
);

type ZoneText = (about: { zone: string }) => string;

export type TimeZoneLineProps = {
  words: { timeZone: ZoneText; changeTimeZone: ZoneText };
  zone: string;
  busy?: boolean;
  onChange: (zone: string) => void;
  children?: ReactNode;
};

/** The zone of such hours, and a button that changes it to the browser's. */
export function TimeZoneLine({ words, zone, busy = false, onChange, children }: TimeZoneLineProps) {
  const here = browserZone();
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {words.timeZone({ zone: timeZoneName(zone) })}
      </Text>
      {zone !== here && (
        <Button size="compact-sm" variant="light" loading={busy} onClick={() => onChange(here)}>
          {words.changeTimeZone({ zone: timeZoneName(here) })}
        </Button>
      )}
      {children}
    </Group>
  );
}
