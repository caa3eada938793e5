import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Entry } from './use-entry.ts';

export type FormProps<Data> = {
  entry: Pick<Entry<Record<string, string>, Data>, 'data' | 'showAll'>;
  busy: boolean;
  onSubmit: (data: Data) => void;
  children: ReactNode;
};

/** A form around an entry: it submits what is right, and leads to the first mistake otherwise. */
export function Form<Data>({ entry, busy, onSubmit, children }: FormProps<Data>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (entry.data !== null) return onSubmit(entry.data);
    flushSync(entry.showAll);
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">{children}</Stack>
    </form>
  );
}
