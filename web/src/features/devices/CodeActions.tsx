import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconQrcode, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newConnectionCode } from '@tealight/contract';
import { type RefObject, Suspense, useState } from 'react';
import { Copy } from '../../components/content/Copy.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { userQuery } from '../../data/queries.ts';
import { devicesQuery } from '../../data/wearer-queries.ts';
import { devicesText } from '../../text/devices.ts';

const LampCode = lazyComponent(async () => (await import('./LampCode.tsx')).LampCode);

export type CodeActionsProps = { code: string; shown: RefObject<HTMLElement | null>; lamp: string };

/** Copy the code, which is shown in that element; show it as QR, or make a new one. */
export function CodeActions({ code, shown, lamp }: CodeActionsProps) {
  const [open, setOpen] = useState<'qr' | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <Group gap={4}>
      <Copy value={code} shown={shown} copied={devicesText.code.copied}>
        {(isCopied, copy) => (
          <Action label={isCopied ? devicesText.code.copied : devicesText.code.copy} onClick={copy}>
            {isCopied ? <IconCheck size={20} /> : <IconCopy size={20} />}
          </Action>
        )}
      </Copy>
      <Action label={devicesText.code.showQr} onClick={() => setOpen('qr')}>
        <IconQrcode size={20} />
      </Action>
      <Action label={devicesText.code.renew} onClick={() => setOpen('new')}>
        <IconRefresh size={20} />
      </Action>
      <Dialog opened={open === 'qr'} onClose={close} title={devicesText.qr.title}>
        <Suspense>
          <LampCode lamp={lamp} />
        </Suspense>
      </Dialog>
      <Dialog opened={open === 'new'} onClose={close} title={devicesText.newCode.title}>
        <ConfirmNewCode onClose={close} />
      </Dialog>
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

/** Asks before the old code stops working; an error is forgotten with the dialog. */
function ConfirmNewCode({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => call(newConnectionCode, { body: {} }),
    onSuccess: async () => {
      notifySuccess(devicesText.newCode.done);
      onClose();
      await Promise.all([client.invalidateQueries(userQuery), client.invalidateQueries(devicesQuery)]);
    },
  });
  return (
    <>
      <Text mb="lg">{devicesText.newCode.consequence}</Text>
      <CallErrors error={renew.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {devicesText.newCode.keep}
        </Button>
        <Button color="red" loading={renew.isPending} onClick={() => renew.mutate()}>
          {devicesText.newCode.confirm}
        </Button>
      </Group>
    </>
  );
}
