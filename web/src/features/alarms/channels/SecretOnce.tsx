import { Button, CopyButton, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { channelsText } from '../../../text/alarms/channels.ts';
import classes from './channels.module.css';

export type SecretOnceProps = { name: string; secret: string; onDone: () => void };

/** The secret of a webhook, to copy. It is not shown again. */
export function SecretOnce({ name, secret, onDone }: SecretOnceProps) {
  const text = channelsText.secret;
  return (
    <div className={classes.inner} role="status">
      <div>
        <Text fw={500}>{text.about({ name })}</Text>
        <Text size="sm" c="dimmed">
          {text.note}
        </Text>
      </div>
      <code className={classes.secret}>{secret}</code>
      <div className={classes.actions}>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            >
              {copied ? text.copied : text.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {text.done}
        </Button>
      </div>
    </div>
  );
}
