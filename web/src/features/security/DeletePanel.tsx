import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteAccount } from '@tealight/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { session } from '../../data/session.ts';
import { paths } from '../../paths.ts';
import { accountText } from '../../text/account.ts';
import { PasswordConfirmation } from './PasswordConfirmation.tsx';

/** Deletes the account (ACC-5). */
export function DeletePanel() {
  const [isConfirming, setConfirming] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (password: string) => call(deleteAccount, { body: { password } }),
    onSuccess: () => {
      notifySuccess(accountText.deletion.done);
      session.end();
    },
  });
  const close = () => {
    reset();
    setConfirming(false);
    button.focus();
  };
  return (
    <Panel title={accountText.deletion.title}>
      <Text mb="md">{accountText.deletion.about}</Text>
      <Text mb="md">
        {accountText.deletion.handOver}{' '}
        <Anchor component={Link} to={paths.people} inherit underline="always">
          {accountText.deletion.toPeople}
        </Anchor>
      </Text>
      {isConfirming ? (
        <PasswordConfirmation
          action={accountText.deletion.confirm}
          cancel={accountText.deletion.cancel}
          danger
          busy={isPending}
          onConfirm={mutate}
          error={error}
          onCancel={close}
        />
      ) : (
        <Button variant="light" color="red" ref={button.target} onClick={() => setConfirming(true)}>
          {accountText.deletion.start}
        </Button>
      )}
    </Panel>
  );
}
