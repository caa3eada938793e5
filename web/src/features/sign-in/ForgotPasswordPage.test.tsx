import { sendResetEmail } from '@tealight/contract';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const field = () => screen.findByLabelText('Email');

test('[RST-1] asks for the email, then says to check the email', async () => {
  const { callsTo } = fakeCalls();
  openApp('/forgot-password');
  expect(await field()).toHaveAttribute('type', 'email');
  await userEvent.type(await field(), ' ada@example.org ');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Please check your email');
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  expect(callsTo(sendResetEmail.path)).toMatchObject([{ body: { email: 'ada@example.org' } }]);
});

test('[RST-1] the email can be sent again once the server would take it, and the page says when', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { callsTo } = fakeCalls();
  openApp('/forgot-password');
  await userEvent.type(await field(), 'ada@example.org{Enter}');
  const waiting = await screen.findByRole('button', { name: /^resend the email \(in \d+ s\)$/ });
  await userEvent.click(waiting);
  expect(callsTo(sendResetEmail.path)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await userEvent.click(await screen.findByRole('button', { name: 'resend the email' }));
  expect(await screen.findByText('Email sent')).toBeVisible();
  expect(callsTo(sendResetEmail.path)).toHaveLength(2);
});

test.each(['', 'a@b.cd', 'ada'])('[RST-1] “%s” is no email', async (typed) => {
  const { callsTo } = fakeCalls();
  openApp('/forgot-password');
  if (typed) await userEvent.type(await field(), typed);
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Invalid email')).toBeVisible();
  expect(callsTo(sendResetEmail.path)).toEqual([]);
});

test('a failed call shows an error and keeps what was typed', async () => {
  fakeCalls({ [sendResetEmail.path]: () => failure('too-many-tries') });
  openApp('/forgot-password');
  await userEvent.type(await field(), 'ada@example.org{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please wait a moment');
  expect(await field()).toHaveValue('ada@example.org');
});
