import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconKeyboard } from '@tabler/icons-react';
import { BROWSER_HEIGHT, BROWSER_WIDTH } from '@tealight/contract';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { remoteBrowserText } from '../../text/remote-browser.ts';
import { textChange } from './keys.ts';
import classes from './RemoteBrowser.module.css';
import type { RemoteSession } from './use-remote-session.ts';

/** Stands in the field from the start, so that there is something to erase. */
const FIRST = '\u00a0';
const STEP = BROWSER_HEIGHT / 2;

/** What a phone lacks: a keyboard and a wheel. */
export function TouchBar({ send }: { send: RemoteSession['send'] }) {
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(FIRST);
  const changed = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const { erased, text } = textChange(before.current, currentTarget.value);
    for (let left = erased; left > 0; left -= 1) void send('SendKey', 'Backspace');
    if (text !== '') void send('SendText', text);
    if (currentTarget.value === '') currentTarget.value = FIRST;
    before.current = currentTarget.value;
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    event.preventDefault();
    void send('SendKey', event.key);
  };
  const scroll = (down: number) => {
    void send('SendWheel', BROWSER_WIDTH / 2, STEP, 0, down, BROWSER_WIDTH, BROWSER_HEIGHT);
  };
  return (
    <div className={classes.touch}>
      <input
        ref={field}
        className={classes.keyboard}
        aria-label={remoteBrowserText.touch.field}
        defaultValue={FIRST}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        tabIndex={-1}
        onInput={changed}
        onKeyDown={pressed}
      />
      <Button
        variant="default"
        leftSection={<IconKeyboard size={18} aria-hidden="true" />}
        onClick={() => field.current?.focus()}
      >
        {remoteBrowserText.touch.keyboard}
      </Button>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={remoteBrowserText.touch.scrollUp}
        onClick={() => scroll(-STEP)}
      >
        <IconArrowUp size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={remoteBrowserText.touch.scrollDown}
        onClick={() => scroll(STEP)}
      >
        <IconArrowDown size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
