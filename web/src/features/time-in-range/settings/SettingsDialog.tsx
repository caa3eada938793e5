import type { StatisticsSettings } from '@tealight/contract';
import { Dialog } from '../../../components/Dialog.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { SettingsForm } from './SettingsForm.tsx';

export type SettingsDialogProps = {
  settings: StatisticsSettings;
  hatched: boolean;
  onHatched: (hatched: boolean) => void;
  opened: boolean;
  onClose: () => void;
};

/** The settings of time in range, and how long readings are stored. */
export function SettingsDialog({ opened, onClose, ...rest }: SettingsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={timeInRangeText.settings.title}>
      <SettingsForm {...rest} onDone={onClose} />
    </Dialog>
  );
}
