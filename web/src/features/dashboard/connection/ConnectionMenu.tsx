import { Button, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type SourceType, sourceName } from '@tealight/contract';
import { useState } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { MenuButton } from '../../../components/MenuButton.tsx';
import classes from '../dashboard.module.css';
import { useDisconnect } from './use-disconnect.ts';

export type ConnectionMenuProps = { type: SourceType; onAnother: () => void; onDisconnected: () => void };

/** The actions of a connection. */
export function ConnectionMenu({ type, onAnother, onDisconnected }: ConnectionMenuProps) {
  const [asks, setAsks] = useState(false);
  const entries = [
    { label: 'Connect another source', onChoose: onAnother },
    { label: 'Disconnect', onChoose: () => setAsks(true) },
  ];
  return (
    <>
      <MenuButton label="Connection menu" entries={entries}>
        <IconDots className={classes.dots} size={20} aria-hidden="true" />
      </MenuButton>
      <Dialog title={`Disconnect ${sourceName(type)}?`} opened={asks} onClose={() => setAsks(false)}>
        <AskDisconnect type={type} onDone={onDisconnected} onCancel={() => setAsks(false)} />
      </Dialog>
    </>
  );
}

type AskDisconnectProps = { type: SourceType; onDone: () => void; onCancel: () => void };

function AskDisconnect({ type, onDone, onCancel }: AskDisconnectProps) {
  const { mutate, isPending, variables } = useDisconnect({ type, onDone });
  return (
    <Stack gap="sm">
      <Text>No new readings arrive, and your lamps turn white. Your readings so far stay.</Text>
      <Text mb="xs">
        If you keep the login, you can connect {sourceName(type)} again without entering it. It stays
        encrypted on this server.
      </Text>
      <Button variant="default" onClick={onCancel}>
        Stay connected
      </Button>
      <Button
        variant="light"
        loading={isPending && variables === false}
        disabled={isPending}
        onClick={() => mutate(false)}
      >
        Disconnect and keep the login
      </Button>
      <Button
        color="red"
        loading={isPending && variables === true}
        disabled={isPending}
        onClick={() => mutate(true)}
      >
        Disconnect and erase the login
      </Button>
    </Stack>
  );
}
