import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { useWearer } from '../../data/wearer/wearers.ts';
import { devicesText } from '../../text/devices.ts';
import { useTryLamps } from './use-devices.ts';

const LampSettingsForm = lazyComponent(async () => (await import('./LampSettingsForm.tsx')).LampSettingsForm);

/** The actions for all lamps: a demo and the settings. */
export function LampActions() {
  const [opened, setOpened] = useState(false);
  const { play, playing } = useTryLamps();
  const { may } = useWearer();
  if (!may('set-range')) return null;
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={play} disabled={playing}>
        {devicesText.lamps.try}
      </Button>
      <Button variant="default" onClick={() => setOpened(true)}>
        {devicesText.lamps.settings}
      </Button>
      <Dialog opened={opened} onClose={close} title={devicesText.lamps.settings}>
        <Suspense>
          <LampSettingsForm onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
