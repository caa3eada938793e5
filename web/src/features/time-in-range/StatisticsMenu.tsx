import { IconDots } from '@tabler/icons-react';
import { MenuButton } from '../../components/MenuButton.tsx';
import { timeInRangeText } from '../../text/time-in-range.ts';
import classes from './statistics.module.css';

/** The menu of the statistics. */
export function StatisticsMenu({ onSettings }: { onSettings: () => void }) {
  return (
    <div className={classes.menu}>
      <MenuButton
        label={timeInRangeText.menu.label}
        entries={[
          { label: timeInRangeText.menu.settings, onChoose: onSettings },
          { label: timeInRangeText.menu.report, onChoose: () => window.print() },
        ]}
      >
        <IconDots size={20} aria-hidden="true" />
      </MenuButton>
    </div>
  );
}
