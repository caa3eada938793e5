import { IconDots } from '@tabler/icons-react';
import { MenuButton } from '../../components/MenuButton.tsx';
import { timeInRangeText } from '../../text/time-in-range.ts';
import classes from './statistics.module.css';

/** The menu of the statistics; null: the reader may not change their settings. */
export function StatisticsMenu({ onSettings }: { onSettings: (() => void) | null }) {
  return (
    <div className={classes.menu}>
      <MenuButton
        label={timeInRangeText.menu.label}
        entries={[
          ...(onSettings === null ? [] : [{ label: timeInRangeText.menu.settings, onChoose: onSettings }]),
          { label: timeInRangeText.menu.report, onChoose: () => window.print() },
        ]}
      >
        <IconDots size={20} aria-hidden="true" />
      </MenuButton>
    </div>
  );
}
