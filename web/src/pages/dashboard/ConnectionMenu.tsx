import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { disconnect, sourceName } from '@tealight/contract';
import { call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';
import type { SourceType } from '../../ui/connectors.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { connectionQuery, readingsQuery } from '../../ui/wearer-queries.ts';
import classes from './dashboard.module.css';

/** What can be done with a connection. */
export function ConnectionMenu({ type, onAnother }: { type: SourceType; onAnother: () => void }) {
  const part = useDisconnect(type);
  const entries = [
    { label: 'Connect another source', onChoose: onAnother },
    { label: 'Disconnect', onChoose: () => part.mutate() },
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
      tell(`You are successfully disconnected from ${sourceName(type)}`);
      await Promise.all([client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)]);
    },
    onError: complain,
  });
}
