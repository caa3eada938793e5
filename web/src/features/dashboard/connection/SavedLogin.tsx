import { Button, Group, Stack, Text } from '@mantine/core';
import { type SourceType, sourceName, sourcesOfType } from '@tealight/contract';
import { notifySuccess } from '../../../data/notices.ts';
import classes from '../dashboard.module.css';
import { Reconnect } from './Reconnect.tsx';
import { useDisconnect } from './use-disconnect.ts';

export type SavedLoginProps = {
  type: SourceType;
  onDone: () => void;
  /** Opens the connection form of this source. */
  onNoStoredLogin: () => void;
};

/** The login that was kept after a disconnect: to connect again, or to erase. */
export function SavedLogin({ type, onDone, onNoStoredLogin }: SavedLoginProps) {
  const name = sourceName(type);
  const erase = useDisconnect({ type, onDone, successText: `Your ${name} login is erased` });
  const connected = () => {
    const message = sourcesOfType(type)[0]?.connectedMessage;
    if (message !== undefined) notifySuccess(message);
    onDone();
  };
  return (
    <Stack gap="xs" className={classes.saved}>
      <Text fw={500}>Your {name} login is saved.</Text>
      <Group gap="xs">
        <Reconnect
          label={`Connect ${name} again`}
          onConnected={connected}
          onNoStoredLogin={onNoStoredLogin}
        />
        <Button variant="subtle" color="red" loading={erase.isPending} onClick={() => erase.mutate(true)}>
          Erase the login
        </Button>
      </Group>
    </Stack>
  );
}
