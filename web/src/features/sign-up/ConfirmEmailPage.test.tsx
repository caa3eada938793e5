import { resendConfirm } from '@tealight/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

test('[SUP-8] a confirmed email activates the account and leads to the login', async () => {
  fakeCalls();
  openApp('/signup/confirm-email?comfirmtype=success');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Your account is activated');
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login',
  );
});

test.each(['?comfirmtype=expired', '', '?comfirmtype=', '?confirmtype=success'])(
  '[SUP-8] “%s” shows an expired link',
  async (query) => {
    fakeCalls();
    openApp(`/signup/confirm-email${query}`);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'It seems that the invitation link has expired or is no longer valid',
    );
  },
);

test('[SUP-8] an expired link can be replaced', async () => {
  const { callsTo } = fakeCalls();
  openApp('/signup/confirm-email?comfirmtype=expired');
  const field = await screen.findByLabelText('Email');
  expect(field).toHaveAttribute('type', 'email');
  expect(field).toBeRequired();
  await userEvent.type(field, ' ada@example.org{Enter}');
  expect(await screen.findByText('Email sent')).toBeVisible();
  expect(callsTo(resendConfirm.path)[0]?.query).toEqual({ email: 'ada@example.org' });
});

test.each(['', 'a@b.cd', 'nobody'])('[SUP-8] no email is requested with “%s”', async (typed) => {
  const { callsTo } = fakeCalls();
  openApp('/signup/confirm-email');
  const field = await screen.findByLabelText('Email');
  if (typed) await userEvent.type(field, typed);
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  expect(screen.getByText('Invalid email')).toBeVisible();
  expect(field).toHaveFocus();
  expect(callsTo(resendConfirm.path)).toEqual([]);
});

test('[SUP-5] an email that could not be sent shows an error', async () => {
  fakeCalls({ [resendConfirm.path]: noNetwork });
  openApp('/signup/confirm-email');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Email not sent, please try again');
});

test('[SUP-5] an answer that says that no email was sent shows an error', async () => {
  fakeCalls({ [resendConfirm.path]: () => ({ isSuccess: false }) });
  openApp('/signup/confirm-email');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Email not sent, please try again');
  expect(screen.queryByText('Email sent')).toBeNull();
});
