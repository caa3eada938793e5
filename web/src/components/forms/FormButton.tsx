import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFocusAfterRender } from '../focus/use-focus-after-render.ts';

export type FormButtonProps = Pick<ButtonProps, 'variant' | 'mt'> & {
  label: string;
  /** The form; `close` brings the button back, with the focus. */
  children: (close: () => void) => ReactNode;
};

/** A button that is replaced by the form that it opens. */
export function FormButton({ label, children, ...look }: FormButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const close = () => {
    setOpen(false);
    button.focus();
  };
  if (isOpen) return children(close);
  return (
    <Button ref={button.target} {...look} onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
}
