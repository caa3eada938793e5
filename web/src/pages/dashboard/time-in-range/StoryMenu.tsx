import { IconDots } from '@tabler/icons-react';
import { MenuButton } from '../../../ui/MenuButton.tsx';
import classes from './story.module.css';

/** What can be done with the story. */
export function StoryMenu({ onSettings }: { onSettings: () => void }) {
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
