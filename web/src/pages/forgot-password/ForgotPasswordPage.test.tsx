import { sendResetEmail } from '@tealight/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeCalls, refusal } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const field = () => screen.findByLabelText('Email');

test('[RST-1] asks for the e-mail, then says to look for the mail', async () => {
  const { to } = fakeCalls();
  openApp('/forgot-password');
  expect(await field()).toHaveAttribute('type', 'email');
  await userEvent.type(await field(), ' ada@example.org ');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Please check your email');
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  expect(to(sendResetEmail.path)).toMatchObject([{ body: { email: 'ada@example.org' } }]);
});

test('[RST-1] the mail can be sent again', async () => {
  const { to } = fakeCalls();
  openApp('/forgot-password');
  await userEvent.type(await field(), 'ada@example.org{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'resend the e-mail' }));
  expect(await screen.findByText('Email sent')).toBeVisible();
  expect(to(sendResetEmail.path)).toHaveLength(2);
});

test.each(['', 'a@b.cd', 'ada'])('[RST-1] “%s” is no e-mail', async (typed) => {
  const { to } = fakeCalls();
  openApp('/forgot-password');
  if (typed) await userEvent.type(await field(), typed);
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Invalid email')).toBeVisible();
  expect(to(sendResetEmail.path)).toEqual([]);
});

test('a refusal is told and keeps what was typed', async () => {
  fakeCalls({ [sendResetEmail.path]: () => refusal('too-many-tries') });
  openApp('/forgot-password');
  await userEvent.type(await field(), 'ada@example.org{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries: please wait a little');
  expect(await field()).toHaveValue('ada@example.org');
});
