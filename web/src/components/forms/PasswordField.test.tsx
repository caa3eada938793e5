import { MantineProvider } from '@mantine/core';
import { NewPassword } from '@tealight/contract';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PasswordField } from './PasswordField.tsx';
import { useFormValues } from './use-form-values.ts';

const FormValues = z.object({ password: NewPassword });

function Field() {
  const form = useFormValues(FormValues, { password: '' });
  return <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />;
}

function open(): HTMLElement {
  render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  );
  return screen.getByLabelText('Password');
}
const info = () => screen.getByRole('button', { name: 'Rules for Password' });
const rules = () => within(screen.getByRole('list', { name: 'A password has' })).getAllByRole('listitem');
const metRules = () =>
  rules().map((rule) => within(rule).getByRole('img').getAttribute('aria-label') === 'Yes:');

test('[PWD-2] the info button opens the rules and closes them again', async () => {
  open();
  expect(info()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  await userEvent.click(info());
  expect(info()).toHaveAttribute('aria-expanded', 'true');
  expect(rules()).toHaveLength(5);
  await userEvent.click(info());
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('[PWD-2] each rule is checked as soon as it is met', async () => {
  const field = open();
  await userEvent.click(info());
  expect(metRules()).toEqual([false, false, false, false, false]);
  await userEvent.type(field, 'a');
  expect(metRules()).toEqual([false, false, true, false, false]);
  await userEvent.type(field, 'A1');
  expect(metRules()).toEqual([false, true, true, true, false]);
  await userEvent.type(field, '!');
  expect(metRules()).toEqual([false, true, true, true, true]);
  await userEvent.type(field, 'aaaa');
  expect(metRules()).toEqual([true, true, true, true, true]);
});

test('[PWD-2] a password that does not meet a rule opens the rules, which stay as the wearer leaves them', async () => {
  const field = open();
  await userEvent.type(field, 'Correct-horse-7');
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  await userEvent.tab();
  expect(metRules()).toEqual([true, true, true, true, false]);
  await userEvent.type(field, '!');
  expect(metRules()).toEqual([true, true, true, true, true]);
  await userEvent.click(info());
  await userEvent.type(field, '{Backspace}');
  await userEvent.tab();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('[PWD-2] the info button pressed while the field has an invalid password opens the rules', async () => {
  await userEvent.type(open(), 'Correct-horse-7');
  await userEvent.click(info());
  expect(rules()).toHaveLength(5);
});

test('[PWD-3] it can be revealed and hidden', async () => {
  const field = open();
  expect(field).toHaveAttribute('type', 'password');
  const eye = screen.getByRole('button', { name: 'Show Password' });
  await userEvent.click(eye);
  expect(field).toHaveAttribute('type', 'text');
  expect(eye).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(eye);
  expect(field).toHaveAttribute('type', 'password');
});

test('[PWD-3] it can be revealed by keyboard and by a screen reader’s click', async () => {
  const field = open();
  const eye = screen.getByRole('button', { name: 'Show Password' });
  eye.focus();
  await userEvent.keyboard('{Enter}');
  expect(field).toHaveAttribute('type', 'text');
  fireEvent.click(eye, { detail: 0 });
  expect(field).toHaveAttribute('type', 'password');
});

test('[PWD-3] 128 characters can be pasted, spaces kept; one more is refused with its reason', async () => {
  const field = open();
  const long = `${'Secret 1! '.repeat(12)}Secret 1`;
  await userEvent.click(field);
  await userEvent.paste(long);
  expect(field).toHaveValue(long);
  await userEvent.tab();
  expect(screen.queryByText('Password is not valid')).not.toBeInTheDocument();
  await userEvent.type(field, '2');
  await userEvent.tab();
  expect(screen.getByText('Password is not valid')).toBeVisible();
  expect(screen.getByText('At most 128 characters')).toBeVisible();
});
