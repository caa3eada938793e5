import { resetPassword } from '@tealight/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const address = '/reset-password?email=ada%2B1%40example.org&token=t0k3n';
const first = () => screen.findByLabelText('New password');
const second = () => screen.findByLabelText('Confirm Password');
const button = () => screen.getByRole('button', { name: 'Continue' });

async function type(password: string, again = password): Promise<void> {
  await userEvent.type(await first(), password);
  await userEvent.type(await second(), again);
  await userEvent.tab();
}

test.each(['?link_expired=true', '?link_expired', '?link_expired=false&email=a@b.org&token=x'])(
  '[RST-2] “%s” shows an expired link',
  async (query) => {
    fakeCalls();
    openApp(`/reset-password${query}`);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'It seems that the reset link has expired or is no longer valid',
    );
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  },
);

test('[RST-2] a good link asks for a new password, twice', async () => {
  fakeCalls();
  openApp(address);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Create new Password');
  expect(await first()).toHaveAttribute('autocomplete', 'new-password');
  expect(await second()).toHaveAttribute('autocomplete', 'new-password');
});

describe('Continue', () => {
  test('[RST-3] waits until both fields are filled', async () => {
    fakeCalls();
    openApp(address);
    await first();
    expect(button()).toBeDisabled();
    await userEvent.type(await first(), 'Secret123!');
    expect(button()).toBeDisabled();
    await userEvent.type(await second(), 'Secret123!');
    expect(button()).toBeEnabled();
  });

  test.each([
    ['Secret123!', 'Secret123?', 'Password mismatch'],
    ['secret', 'secret', 'Password is not valid'],
    ['secret', 'Secret', 'Password mismatch'],
  ])('[RST-3] refuses %s and %s with “%s”', async (password, again, mistake) => {
    fakeCalls();
    openApp(address);
    await type(password, again);
    expect(screen.getByText(mistake)).toBeVisible();
    expect(button()).toBeDisabled();
  });

  test('[RST-3] needs the email and the token of the link', async () => {
    fakeCalls();
    openApp('/reset-password?email=ada@example.org');
    expect(await screen.findByText(/click the link we emailed to you/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });

  test('[RST-3] [RST-4] sends all four and leads back to the login', async () => {
    const { callsTo } = fakeCalls();
    openApp(address);
    await type('Secret123!');
    await userEvent.click(button());
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Your password has been successfully reset',
    );
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
    expect(callsTo(resetPassword.path)[0]?.body).toEqual({
      email: 'ada+1@example.org',
      token: 't0k3n',
      newPassword: 'Secret123!',
      confirmNewPassword: 'Secret123!',
    });
  });

  test.each([
    ['refused', () => failure('link-expired')],
    ['lost', noNetwork],
  ])('[RST-3] a call that is %s shows “Unknown error” and keeps what was typed', async (_, answer) => {
    fakeCalls({ [resetPassword.path]: answer });
    openApp(address);
    await type('Secret123!');
    await userEvent.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Unknown error');
    expect(await first()).toHaveValue('Secret123!');
  });
});
