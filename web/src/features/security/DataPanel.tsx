import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { exportData } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { PasswordConfirmation } from './PasswordConfirmation.tsx';

/** Downloads all data of the wearer (ACC-5). */
export function DataPanel() {
  const [isConfirming, setConfirming] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (password: string) => call(exportData, { body: { password } }),
    onSuccess: (file) => {
      saveFile(file, `tealight-${new Date().toISOString().slice(0, 10)}.zip`);
      notifySuccess(accountText.download.done);
      close();
    },
  });
  const close = () => {
    reset();
    setConfirming(false);
    button.focus();
  };
  return (
    <Panel title={accountText.download.title}>
      <Text mb="md">{accountText.download.about}</Text>
      {isConfirming ? (
        <PasswordConfirmation
          action={accountText.download.confirm}
          cancel={commonText.cancel}
          busy={isPending}
          onConfirm={mutate}
          error={error}
          onCancel={close}
        />
      ) : (
        <Button variant="light" ref={button.target} onClick={() => setConfirming(true)}>
          {accountText.download.start}
        </Button>
      )}
    </Panel>
  );
}

/** Hands a file to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has taken hold of the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}
