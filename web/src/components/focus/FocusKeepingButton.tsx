import { type ComponentProps, useImperativeHandle, useRef, useState } from 'react';
import { useFocusToPanel } from './use-focus-to-panel.ts';

export type FocusKeepingButtonProps = ComponentProps<'button'> & {
  /** Mantine's: whether it waits. */
  'data-loading'?: boolean;
};

/**
 * A button that does not lose the focus. Browsers take it from one that is disabled: while it waits or has the focus, it
 * only says and shows that it cannot be pressed. One that disappears gives the focus to the panel around it. The theme
 * makes it the element of all buttons of Mantine.
 */
export function FocusKeepingButton({
  ref,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: FocusKeepingButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, []);
  useFocusToPanel(button);
  const [hasFocus, setFocus] = useState(false);
  return (
    <button
      aria-disabled={disabled || undefined}
      {...rest}
      ref={button}
      type={type}
      disabled={disabled && !hasFocus && !rest['data-loading']}
      // A form is not sent either, with the Enter key in a field.
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      onFocusCapture={() => setFocus(true)}
      // It keeps the focus while another window or tab has it.
      onBlurCapture={({ currentTarget }) => setFocus(document.activeElement === currentTarget)}
    />
  );
}
