import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteAccount } from '@tealight/contract';
import { useState } from 'react';
import { call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';
import { session } from '../../session.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordGate } from './PasswordGate.tsx';

/** The end of an account (ACC-5). */
export function DeletePanel() {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (password: string) => call(deleteAccount, { body: { password } }),
    onSuccess: () => {
      tell('Your account has been deleted');
      session.end();
    },
    onError: complain,
  });
  return (
    <Panel title="Delete my account">
      <Text mb="md">
        Account, readings, settings, stored credentials and photo are erased at once and for good. Devices
        with your code turn white. Nobody can bring any of it back, so download your data first if you may
        want it.
      </Text>
      {asking ? (
        <PasswordGate
          action="Delete for good"
          cancel="Keep my account"
          danger
          busy={isPending}
          onPass={mutate}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
    </Panel>
  );
}
