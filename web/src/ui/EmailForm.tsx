import { Button } from '@mantine/core';
import { SendReset } from '@tealight/contract';
import { Form } from './Form.tsx';
import { EmailField } from './TextField.tsx';
import { useEntry } from './use-entry.ts';

export type EmailFormProps = { submitLabel: string; busy: boolean; onSubmit: (email: string) => void };

/** Asks for an e-mail address and nothing else. */
export function EmailForm({ submitLabel, busy, onSubmit }: EmailFormProps) {
  const entry = useEntry(SendReset, { email: '' });
  return (
    <Form entry={entry} busy={busy} onSubmit={({ email }) => onSubmit(email)}>
      <EmailField {...entry.field('email')} autoComplete="email" />
      <Button type="submit" fullWidth loading={busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}
