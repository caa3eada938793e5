import { Button, Group, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KnownDevice } from '@tealight/contract';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { useNow } from '../../components/use-now.ts';
import { deviceListQuery } from '../../data/wearer-queries.ts';
import { commonText } from '../../text/common.ts';
import { devicesText } from '../../text/devices.ts';
import { deviceName, deviceState } from './device-text.ts';
import classes from './devices.module.css';
import { useDeviceChanges } from './use-devices.ts';

/** The devices that have the code, their state and their actions. `isKnown`: whether what is on can be found out now. */
export function DeviceList({ isKnown }: { isKnown: boolean }) {
  const { data: devices, isError, refetch } = useQuery(deviceListQuery);
  const [renamed, setRenamed] = useState<KnownDevice | null>(null);
  const { change, remove } = useDeviceChanges();
  const now = useNow();
  const list = useFocusAfterRender<HTMLDivElement>();
  // The list, too, may be older than now.
  const isListKnown = isKnown && !isError;
  if (devices === undefined) return isError ? <LoadError onRetry={refetch} /> : null;
  return (
    <div ref={list.target} tabIndex={-1}>
      {devices.length > 0 && (
        <ul className={classes.list} aria-label={devicesText.list.title}>
          {devices.map((device) => (
            <li key={device.id} data-on={isListKnown && device.connected && !device.muted}>
              <i aria-hidden="true" />
              <div>
                <b>{deviceName(device)}</b>
                <span>{deviceState(device, { now, isKnown: isListKnown })}</span>
              </div>
              <MenuButton
                label={devicesText.list.menu({ device: deviceName(device) })}
                entries={[
                  { label: devicesText.list.rename, onChoose: () => setRenamed(device) },
                  {
                    label: device.muted ? devicesText.list.unmute : devicesText.list.mute,
                    onChoose: () => change.mutate({ id: device.id, muted: !device.muted }),
                  },
                  {
                    label: devicesText.list.remove,
                    onChoose: () => remove.mutate(device.id, { onSuccess: list.focus }),
                  },
                ]}
              >
                <IconDots className={classes.dots} size={20} aria-hidden="true" />
              </MenuButton>
            </li>
          ))}
        </ul>
      )}
      <RenameDialog
        key={renamed?.id ?? ''}
        device={renamed}
        onName={(id, name) => change.mutate({ id, name })}
        onClose={() => setRenamed(null)}
      />
    </div>
  );
}

type RenameDialogProps = {
  device: KnownDevice | null;
  onName: (id: string, name: string) => void;
  onClose: () => void;
};

function RenameDialog({ device, onName, onClose }: RenameDialogProps) {
  const [name, setName] = useState(device?.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (device === null || name.trim() === '') return;
    onName(device.id, name.trim());
    onClose();
  };
  return (
    <Dialog opened={device !== null} onClose={onClose} title={devicesText.rename.title}>
      <form onSubmit={submit}>
        <TextInput
          label={devicesText.rename.name}
          placeholder={devicesText.rename.example}
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {commonText.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {commonText.save}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
