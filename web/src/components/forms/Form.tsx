import { Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { FormErrors } from './FormErrors.tsx';
import type { FormValues } from './use-form-values.ts';

export type FormProps<Data> = {
  form: Pick<
    FormValues<Record<string, string>, Data>,
    'data' | 'showAllErrors' | 'formErrors' | 'submitError'
  >;
  busy: boolean;
  /** Whether the first field takes the focus: the form appears because it was asked for. */
  takesFocus?: boolean;
  onSubmit: (data: Data) => void;
  children: ReactNode;
};

/** Submits valid data; otherwise shows the errors and focuses the first invalid field. Errors of the server follow. */
export function Form<Data>({ form, busy, takesFocus = false, onSubmit, children }: FormProps<Data>) {
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (form.data !== null) return onSubmit(form.data);
    flushSync(form.showAllErrors);
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  useEffect(() => {
    if (takesFocus) element.current?.querySelector<HTMLElement>('input:not([hidden]), select')?.focus();
  }, [takesFocus]);
  const { submitError } = form;
  // The focus goes to the field that was rejected.
  useEffect(() => {
    if (submitError === null || submitError === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitError]);
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <FormErrors messages={form.formErrors} />
      </Stack>
    </form>
  );
}
