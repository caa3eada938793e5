import type { StatisticsSettings } from '@tealight/contract';
import { Suspense } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { lazyComponent } from '../../../components/loading/lazy-component.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';

const SettingsForm = lazyComponent(async () => (await import('./SettingsForm.tsx')).SettingsForm);

export type SettingsDialogProps = {
  /** Undefined until they are loaded: no form opens over what could not be read. */
  settings: StatisticsSettings | undefined;
  isError: boolean;
  refetch: () => unknown;
  hatched: boolean;
  onHatched: (hatched: boolean) => void;
  opened: boolean;
  onClose: () => void;
};

/** The settings of time in range, and how long readings are stored. */
export function SettingsDialog({
  settings,
  isError,
  refetch,
  opened,
  onClose,
  ...rest
}: SettingsDialogProps) {
  const waiting = <Loading {...{ isError, refetch }} height={420} />;
  return (
    <Dialog opened={opened} onClose={onClose} title={timeInRangeText.settings.title}>
      {settings === undefined ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <SettingsForm settings={settings} {...rest} onDone={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}
