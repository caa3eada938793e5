import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFocusWhileShown } from '../focus/use-focus-while-shown.ts';
import { Copy } from './Copy.tsx';
import { Inset } from './Inset.tsx';
import classes from './ShownOnce.module.css';

export type ShownOnceProps = {
  /** A secret, or a link with one; null: it opens nothing any more, as `about` says. */
  value: string | null;
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

/** A value that is shown once, to copy. It takes the focus, and gives it back when it goes. */
export function ShownOnce({ value, about, words, onDone, mt = 0, action, children }: ShownOnceProps) {
  const id = useId();
  const shown = useRef<HTMLElement>(null);
  const element = useFocusWhileShown<HTMLDivElement>();
  return (
    <Inset
      ref={element}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-about`}
      aria-describedby={value === null ? undefined : `${id}-note`}
      mt={mt}
    >
      <div>
        <Text id={`${id}-about`} fw={500} role="status">
          {about}
        </Text>
        {value !== null && (
          <Text id={`${id}-note`} size="sm" c="dimmed">
            {words.note}
          </Text>
        )}
      </div>
      {value !== null && (
        <code ref={shown} className={classes.value}>
          {value}
        </code>
      )}
      <Group gap={8}>
        {value !== null && (
          <>
            <Copy value={value} shown={shown} copied={words.copied}>
              {(isCopied, copy) => (
                <Button
                  onClick={copy}
                  leftSection={
                    isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                  }
                >
                  {isCopied ? words.copied : words.copy}
                </Button>
              )}
            </Copy>
            {action}
          </>
        )}
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
      {value !== null && children}
    </Inset>
  );
}
