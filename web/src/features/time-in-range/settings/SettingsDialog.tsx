import { Skeleton } from '@mantine/core';
import type { StatisticsSettings } from '@tealight/contract';
import { Suspense } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { lazyComponent } from '../../../components/loading/lazy-component.tsx';
import { commonText } from '../../../text/common.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';

const SettingsForm = lazyComponent(async () => (await import('./SettingsForm.tsx')).SettingsForm);

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
      <Suspense
        fallback={<Skeleton height={420} radius="md" aria-label={commonText.loading} role="status" />}
      >
        <SettingsForm {...rest} onDone={onClose} />
      </Suspense>
    </Dialog>
  );
}
