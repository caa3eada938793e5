import type { StorySettings } from '@tealight/contract';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SettingsForm } from './SettingsForm.tsx';

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
    <Dialog opened={opened} onClose={onClose} title="Settings of time in range">
      <SettingsForm {...rest} onDone={onClose} />
    </Dialog>
  );
}
