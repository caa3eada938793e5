import { ActionIcon, Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconQrcode, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newConnectionCode } from '@tealight/contract';
import { Suspense, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { call } from '../../data/call.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { userQuery } from '../../data/queries.ts';
import { devicesQuery } from '../../data/wearer-queries.ts';

const LampCode = lazyComponent(async () => (await import('./LampCode.tsx')).LampCode);

/** Copy the code, show it as QR, or make a new one. */
export function CodeActions({ code, lamp }: { code: string; lamp: string }) {
  const [open, setOpen] = useState<'qr' | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <Group gap={4}>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Action label={copied ? 'Copied' : 'Copy the code'} onClick={copy}>
            {copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
          </Action>
        )}
      </CopyButton>
      <Action label="Show as QR code" onClick={() => setOpen('qr')}>
        <IconQrcode size={20} />
      </Action>
      <Action label="New code" onClick={() => setOpen('new')}>
        <IconRefresh size={20} />
      </Action>
      <Dialog opened={open === 'qr'} onClose={close} title="Open the lamp on another screen">
        <Suspense>
          <LampCode lamp={lamp} />
        </Suspense>
      </Dialog>
      <ConfirmNewCode opened={open === 'new'} onClose={close} />
    </Group>
  );
}

type ActionProps = { label: string; onClick: () => void; children: React.ReactNode };

function Action({ label, onClick, children }: ActionProps) {
  return (
    <ActionIcon variant="subtle" size="lg" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function ConfirmNewCode({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => call(newConnectionCode, { body: {} }),
    onSuccess: async () => {
      notifySuccess('You have a new connection code');
      onClose();
      await Promise.all([client.invalidateQueries(userQuery), client.invalidateQueries(devicesQuery)]);
    },
    onError: notifyError,
  });
  return (
    <Dialog opened={opened} onClose={onClose} title="Make a new code?">
      <Text mb="lg">
        All devices using this code will disconnect and need the new one. Do this if someone has the code who
        should not.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep the code
        </Button>
        <Button color="red" loading={renew.isPending} onClick={() => renew.mutate()}>
          Make a new code
        </Button>
      </Group>
    </Dialog>
  );
}
