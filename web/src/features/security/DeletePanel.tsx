import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteAccount } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { session } from '../../data/session.ts';
import { PasswordConfirmation } from './PasswordConfirmation.tsx';

/** Deletes the account (ACC-5). */
export function DeletePanel() {
  const [isConfirming, setConfirming] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (password: string) => call(deleteAccount, { body: { password } }),
    onSuccess: () => {
      notifySuccess('Your account has been deleted');
      session.end();
    },
  });
  const close = () => {
    reset();
    setConfirming(false);
    button.focus();
  };
  return (
    <Panel title="Delete my account">
      <Text mb="md">
        Your account, readings, settings, stored logins and photo are erased at once. Devices with your code
        go dark. This can’t be undone, so download your data first if you may need it.
      </Text>
      {isConfirming ? (
        <PasswordConfirmation
          action="Delete for good"
          cancel="Keep my account"
          danger
          busy={isPending}
          onConfirm={mutate}
          error={error}
          onCancel={close}
        />
      ) : (
        <Button variant="light" color="red" ref={button.target} onClick={() => setConfirming(true)}>
          Delete my account
        </Button>
      )}
    </Panel>
  );
}
