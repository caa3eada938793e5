import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Light or dark: the system's choice until somebody chooses the other one here. */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const system = useColorScheme();
  const present = useComputedColorScheme('light');
  const next = present === 'dark' ? 'light' : 'dark';
  const Icon = next === 'light' ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      radius="xl"
      aria-label={`Switch to ${next}`}
      title={`Switch to ${next}`}
      onClick={() => setColorScheme(next === system ? 'auto' : next)}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
