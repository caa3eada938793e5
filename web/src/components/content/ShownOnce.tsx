import { Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Inset } from './Inset.tsx';
import classes from './ShownOnce.module.css';

export type ShownOnceProps = {
  /** A secret, or a link with one. */
  value: string;
  /** What it is and whom it is for. */
  about: string;
  words: { note: string; copy: string; copied: string; done: string };
  onDone: () => void;
  /** The space above. */
  mt?: 'md' | 0;
  /** A further button. */
  action?: ReactNode;
  /** Below the buttons. */
  children?: ReactNode;
};

/** A value that is shown once, to copy. */
export function ShownOnce({ value, about, words, onDone, mt = 0, action, children }: ShownOnceProps) {
  return (
    <Inset role="status" mt={mt}>
      <div>
        <Text fw={500}>{about}</Text>
        <Text size="sm" c="dimmed">
          {words.note}
        </Text>
      </div>
      <code className={classes.value}>{value}</code>
      <Group gap={8}>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            >
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        {action}
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
      {children}
    </Inset>
  );
}
