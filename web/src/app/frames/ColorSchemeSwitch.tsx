import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { commonText } from '../../text/common.ts';

/** Switches between light and dark; follows the system until the user chooses. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const system = useColorScheme();
  const current = useComputedColorScheme('light');
  const next = current === 'dark' ? 'light' : 'dark';
  const label = next === 'light' ? commonText.frame.switchToLight : commonText.frame.switchToDark;
  const Icon = next === 'light' ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      radius="xl"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next === system ? 'auto' : next)}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
