import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { FocusKeepingButton } from './focus/FocusKeepingButton.tsx';

export type TextButtonProps = AnchorProps & {
  onClick: () => void;
  /** It cannot be pressed now, and keeps the focus. */
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
};

/** Looks like a link, acts like a button. */
export function TextButton({ children, disabled = false, ...rest }: TextButtonProps) {
  return (
    <Anchor
      component={FocusKeepingButton}
      inherit
      underline={disabled ? 'never' : 'always'}
      aria-disabled={disabled || undefined}
      {...(disabled && { c: 'dimmed' })}
      {...rest}
    >
      {children}
    </Anchor>
  );
}
