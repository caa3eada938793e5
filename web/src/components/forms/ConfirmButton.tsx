import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../Dialog.tsx';
import { CallErrors } from './FormErrors.tsx';

export type ConfirmButtonProps = Pick<ButtonProps, 'size' | 'variant'> & {
  /** The label of the button, and of the one that confirms. */
  label: string;
  /** The accessible name where there are several: with the name of what it ends. */
  name?: string;
  /** The question, and what happens when it is confirmed. */
  title: string;
  consequence: string;
  /** The label of the button that cancels. */
  keep: string;
  action: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'reset' | 'isPending' | 'error'>;
};

/** Asks before something ends that cannot be brought back. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, title, consequence, keep, action, variant = 'light', size } = props;
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    // The result of an earlier confirmation stays.
    if (action.error !== null) action.reset();
    setAsking(false);
  };
  return (
    <>
      <Button
        variant={variant}
        {...(variant === 'light' && { color: 'red' })}
        {...(size !== undefined && { size })}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <Dialog title={title} opened={isAsking} onClose={close}>
        <Text mb="lg">{consequence}</Text>
        <CallErrors error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {keep}
          </Button>
          <Button
            color="red"
            loading={action.isPending}
            onClick={() => action.mutate(undefined, { onSuccess: () => setAsking(false) })}
          >
            {label}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
