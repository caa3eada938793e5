import { IconDots } from '@tabler/icons-react';
import { MenuButton } from '../../components/MenuButton.tsx';
import classes from './statistics.module.css';

/** The menu of the statistics. */
export function StatisticsMenu({ onSettings }: { onSettings: () => void }) {
  return (
    <div className={classes.menu}>
      <MenuButton
        label="Time in range menu"
        entries={[
          { label: 'Settings', onChoose: onSettings },
          { label: 'Print a report', onChoose: () => window.print() },
        ]}
      >
        <IconDots size={20} aria-hidden="true" />
      </MenuButton>
    </div>
  );
}
