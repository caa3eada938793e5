import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { FormValues } from './use-form-values.ts';

export type FormProps<Data> = {
  form: Pick<FormValues<Record<string, string>, Data>, 'data' | 'showAllErrors'>;
  busy: boolean;
  onSubmit: (data: Data) => void;
  children: ReactNode;
};

/** Submits valid data; otherwise shows the errors and focuses the first invalid field. */
export function Form<Data>({ form, busy, onSubmit, children }: FormProps<Data>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (form.data !== null) return onSubmit(form.data);
    flushSync(form.showAllErrors);
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">{children}</Stack>
    </form>
  );
}
