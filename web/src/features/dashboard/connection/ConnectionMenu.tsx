import { Button, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type SourceType, sourceName } from '@tealight/contract';
import { useState } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { MenuButton } from '../../../components/MenuButton.tsx';
import { dashboardText } from '../../../text/dashboard.ts';
import classes from '../dashboard.module.css';
import { useDisconnect } from './use-disconnect.ts';

export type ConnectionMenuProps = { type: SourceType; onAnother: () => void; onDisconnected: () => void };

/** The actions of a connection. */
export function ConnectionMenu({ type, onAnother, onDisconnected }: ConnectionMenuProps) {
  const [asks, setAsks] = useState(false);
  const entries = [
    { label: dashboardText.menu.another, onChoose: onAnother },
    { label: dashboardText.menu.disconnect, onChoose: () => setAsks(true) },
  ];
  return (
    <>
      <MenuButton label={dashboardText.menu.label} entries={entries}>
        <IconDots className={classes.dots} size={20} aria-hidden="true" />
      </MenuButton>
      <Dialog
        title={dashboardText.disconnect.title({ source: sourceName(type) })}
        opened={asks}
        onClose={() => setAsks(false)}
      >
        <AskDisconnect type={type} onDone={onDisconnected} onCancel={() => setAsks(false)} />
      </Dialog>
    </>
  );
}

type AskDisconnectProps = { type: SourceType; onDone: () => void; onCancel: () => void };

function AskDisconnect({ type, onDone, onCancel }: AskDisconnectProps) {
  const { mutate, isPending, variables, error } = useDisconnect({ type, onDone });
  return (
    <Stack gap="sm">
      <Text>{dashboardText.disconnect.consequence}</Text>
      <Text mb="xs">{dashboardText.disconnect.keeping({ source: sourceName(type) })}</Text>
      <CallErrors error={error} />
      <Button variant="default" onClick={onCancel}>
        {dashboardText.disconnect.stay}
      </Button>
      <Button
        variant="light"
        loading={isPending && variables === false}
        disabled={isPending}
        onClick={() => mutate(false)}
      >
        {dashboardText.disconnect.keep}
      </Button>
      <Button
        color="red"
        loading={isPending && variables === true}
        disabled={isPending}
        onClick={() => mutate(true)}
      >
        {dashboardText.disconnect.erase}
      </Button>
    </Stack>
  );
}
