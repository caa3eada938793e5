import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsExchange, IconDots, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { disconnect, sourceName } from '@tealight/contract';
import { call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';
import type { SourceType } from '../../ui/connectors.ts';
import { connectionQuery, readingsQuery } from '../../ui/wearer-queries.ts';

/** What can be done with a connection. */
export function ConnectionMenu({ type, onAnother }: { type: SourceType; onAnother: () => void }) {
  const part = useDisconnect(type);
  return (
    <Menu
      position="bottom-end"
      width={250}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Connection menu">
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowsExchange size={18} aria-hidden="true" />} onClick={onAnother}>
          Connect another source
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconPlugConnectedX size={18} aria-hidden="true" />}
          onClick={() => part.mutate()}
        >
          Disconnect
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
