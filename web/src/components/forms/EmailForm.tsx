import { SendReset } from '@tealight/contract';
import { Form } from './Form.tsx';
import { SubmitRow } from './SubmitRow.tsx';
import { EmailField } from './TextField.tsx';
import { useFormValues } from './use-form-values.ts';

export type EmailFormProps = {
  submitLabel: string;
  busy: boolean;
  /** The error of the last call. */
  error?: unknown;
  /** Why no email can be sent now; null when one can. */
  waitsFor?: string | null;
  onSubmit: (email: string) => void;
};

/** A form with one field, the email address, as `SendReset` has it. */
export function EmailForm({ submitLabel, busy, error, waitsFor = null, onSubmit }: EmailFormProps) {
  const form = useFormValues(SendReset, { email: '' }, error);
  return (
    <Form form={form} busy={busy} onSubmit={({ email }) => onSubmit(email)}>
      <EmailField {...form.field('email')} autoComplete="email" />
      <SubmitRow wide label={submitLabel} busy={busy} waitsFor={waitsFor} />
    </Form>
  );
}
