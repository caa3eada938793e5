import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { exportData } from '@tealight/contract';
import { useState } from 'react';
import { call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordGate } from './PasswordGate.tsx';
import { saveFile } from './save-file.ts';

/** Everything that is kept about the wearer, to take away (ACC-5). */
export function DataPanel() {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (password: string) => call(exportData, { body: { password } }),
    onSuccess: (file) => {
      saveFile(file, `tealight-${new Date().toISOString().slice(0, 10)}.zip`);
      tell('Your data has been downloaded');
      setAsking(false);
    },
    onError: complain,
  });
  return (
    <Panel title="Download all my data">
      <Text mb="md">
        Your account, settings, connection and every reading, as JSON and CSV in one zip file. Passwords are
        not in it.
      </Text>
      {asking ? (
        <PasswordGate
          action="Download"
          cancel="Cancel"
          busy={isPending}
          onPass={mutate}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button variant="light" onClick={() => setAsking(true)}>
          Download all my data
        </Button>
      )}
    </Panel>
  );
}
