import { Button, Group, Stack, Text } from '@mantine/core';
import { type SourceType, sourceName, sourcesOfType } from '@tealight/contract';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { notifySuccess } from '../../../data/notices.ts';
import { dashboardText } from '../../../text/dashboard.ts';
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
  const erase = useDisconnect({
    type,
    onDone,
    successText: dashboardText.savedLogin.erased({ source: name }),
  });
  const connected = () => {
    const message = sourcesOfType(type)[0]?.connectedMessage;
    if (message !== undefined) notifySuccess(message);
    onDone();
  };
  return (
    <Stack gap="xs" className={classes.saved}>
      <Text fw={500}>{dashboardText.savedLogin.isSaved({ source: name })}</Text>
      <Group gap="xs">
        <Reconnect
          label={dashboardText.savedLogin.connect({ source: name })}
          onConnected={connected}
          onNoStoredLogin={onNoStoredLogin}
        />
        <Button variant="subtle" color="red" loading={erase.isPending} onClick={() => erase.mutate(true)}>
          {dashboardText.savedLogin.erase}
        </Button>
      </Group>
      <CallErrors error={erase.error} />
    </Stack>
  );
}
