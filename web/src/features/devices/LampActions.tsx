import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { useTryLamps } from './use-devices.ts';

const LampSettingsForm = lazyComponent(async () => (await import('./LampSettingsForm.tsx')).LampSettingsForm);

/** The actions for all lamps: a demo and the settings. */
export function LampActions() {
  const [opened, setOpened] = useState(false);
  const { play, playing } = useTryLamps();
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={play} disabled={playing}>
        Try all lamps
      </Button>
      <Button variant="default" onClick={() => setOpened(true)}>
        Lamp settings
      </Button>
      <Dialog opened={opened} onClose={close} title="Lamp settings">
        <Suspense>
          <LampSettingsForm onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
