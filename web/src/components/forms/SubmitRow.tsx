import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export type SubmitRowProps = {
  label: string;
  busy: boolean;
  /** Why the form cannot be sent yet; null when it can. */
  waitsFor: string | null;
  /** As wide as the form. */
  wide?: boolean;
  danger?: boolean;
  /** Further buttons. */
  children?: ReactNode;
};

/** The button that sends a form. While it cannot, it says what is missing. */
export function SubmitRow({ label, busy, waitsFor, wide = false, danger = false, children }: SubmitRowProps) {
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
