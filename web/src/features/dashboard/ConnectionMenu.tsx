import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { disconnect, type SourceType, sourceName } from '@tealight/contract';
import { MenuButton } from '../../components/MenuButton.tsx';
import { call } from '../../data/call.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../data/wearer-queries.ts';
import classes from './dashboard.module.css';

/** The actions of a connection. */
export function ConnectionMenu({ type, onAnother }: { type: SourceType; onAnother: () => void }) {
  const disconnecting = useDisconnect(type);
  const entries = [
    { label: 'Connect another source', onChoose: onAnother },
    { label: 'Disconnect', onChoose: () => disconnecting.mutate() },
  ];
  return (
    <MenuButton label="Connection menu" entries={entries}>
      <IconDots className={classes.dots} size={20} aria-hidden="true" />
    </MenuButton>
  );
}

function useDisconnect(type: SourceType) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnect, { body: { clearCredentials: true } }),
    onSuccess: async () => {
      notifySuccess(`You are successfully disconnected from ${sourceName(type)}`);
      await Promise.all([client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)]);
    },
    onError: notifyError,
  });
}
