import { Button } from '@mantine/core';
import { SendReset } from '@tealight/contract';
import { Form } from './Form.tsx';
import { EmailField } from './TextField.tsx';
import { useFormValues } from './use-form-values.ts';

export type EmailFormProps = { submitLabel: string; busy: boolean; onSubmit: (email: string) => void };

/** A form with one field, the email address. */
export function EmailForm({ submitLabel, busy, onSubmit }: EmailFormProps) {
  const form = useFormValues(SendReset, { email: '' });
  return (
    <Form form={form} busy={busy} onSubmit={({ email }) => onSubmit(email)}>
      <EmailField {...form.field('email')} autoComplete="email" />
      <Button type="submit" fullWidth loading={busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}
