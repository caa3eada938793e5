import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { commonText } from '../../text/common.ts';

export type SubmitRowProps = {
  label: string;
  busy: boolean;
  /** Why the form cannot be sent yet; null when it can. */
  waitsFor: string | null;
  /** As wide as the form. */
  wide?: boolean;
  danger?: boolean;
  /** Adds a button that closes the form. */
  onCancel?: () => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** The button that sends a form. While it cannot, it says what is missing. */
export function SubmitRow(props: SubmitRowProps) {
  const { label, busy, waitsFor, wide = false, danger = false, onCancel, children } = props;
  const id = useId();
  return (
    <div>
      <Group gap="sm">
        <Button
          type="submit"
          fullWidth={wide}
          disabled={waitsFor !== null}
          loading={busy}
          aria-describedby={waitsFor === null ? undefined : id}
          {...(danger && { color: 'red' })}
        >
          {label}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {commonText.cancel}
          </Button>
        )}
        {children}
      </Group>
      {waitsFor !== null && (
        <Text id={id} size="sm" c="dimmed" mt="xs">
          {waitsFor}
        </Text>
      )}
    </div>
  );
}
