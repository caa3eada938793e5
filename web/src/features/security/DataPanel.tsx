import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { exportData } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { PasswordConfirmation } from './PasswordConfirmation.tsx';

/** Downloads all data of the wearer (ACC-5). */
export function DataPanel() {
  const [isConfirming, setConfirming] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (password: string) => call(exportData, { body: { password } }),
    onSuccess: (file) => {
      saveFile(file, `tealight-${new Date().toISOString().slice(0, 10)}.zip`);
      notifySuccess('Your data has been downloaded');
      close();
    },
  });
  const close = () => {
    reset();
    setConfirming(false);
    button.focus();
  };
  return (
    <Panel title="Download all my data">
      <Text mb="md">
        Your account, settings, connection and every reading, as JSON and CSV in one zip file. Passwords are
        not in it.
      </Text>
      {isConfirming ? (
        <PasswordConfirmation
          action="Download"
          cancel="Cancel"
          busy={isPending}
          onConfirm={mutate}
          error={error}
          onCancel={close}
        />
      ) : (
        <Button variant="light" ref={button.target} onClick={() => setConfirming(true)}>
          Download all my data
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
