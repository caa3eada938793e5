import { resendConfirm, signIn } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { session } from '../../data/session.ts';

const button = () => screen.findByRole('button', { name: 'Sign in' });
const email = () => screen.findByLabelText('Email');
const password = () => screen.findByLabelText('Password');

async function typeLogin(): Promise<void> {
  await userEvent.type(await email(), ' ada@example.org ');
  await userEvent.type(await password(), 'Secret123!');
}

describe('the form', () => {
  test('says in one line what Tealight is', async () => {
    fakeCalls();
    openApp('/login');
    expect(await screen.findByText(/^Tealight shows your glucose as a color/)).toBeVisible();
  });

  test('[LOG-1] links to a forgotten password, to signing up, and to the terms', async () => {
    fakeCalls();
    openApp('/login');
    const link = (name: string) => screen.findByRole('link', { name });
    expect(await link('Forgot Password')).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByText('Not a member?')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Sign up' }).at(-1)).toHaveAttribute('href', '/signup');
    expect(await link('terms')).toHaveAttribute('target', '_blank');
  });

  test.each([
    ['nothing', '', ''],
    ['no password', 'ada@example.org', ''],
    ['no email', '', 'x'],
    ['an email of six characters', 'a@b.cd', 'x'],
    ['an email that is none', 'ada.example.org', 'x'],
  ])('[LOG-1] cannot be sent with %s', async (_, typedEmail, typedPassword) => {
    fakeCalls();
    openApp('/login');
    if (typedEmail) await userEvent.type(await email(), typedEmail);
    if (typedPassword) await userEvent.type(await password(), typedPassword);
    expect(await button()).toBeDisabled();
  });

  test('[LOG-1] says that an email is none when its field is left', async () => {
    fakeCalls();
    openApp('/login');
    await userEvent.type(await email(), 'ada');
    expect(screen.queryByText('Invalid email')).not.toBeInTheDocument();
    await userEvent.tab();
    expect(screen.getByText('Invalid email')).toBeVisible();
  });

  test('[PWD-3] is known to password managers', async () => {
    fakeCalls();
    openApp('/login');
    expect(await email()).toHaveAttribute('autocomplete', 'username');
    expect(await password()).toHaveAttribute('autocomplete', 'current-password');
  });
});

describe('signing in', () => {
  test.each([
    ['the first time leads to the set-up of the connection', true, '/signup/connection-setup'],
    ['later leads to the dashboard', false, '/'],
  ])('[LOG-3] %s', async (_, firstTimeLoggedIn, next) => {
    const { callsTo } = fakeCalls({ [signIn.path]: { accessToken: 'abc', firstTimeLoggedIn } });
    openApp('/login');
    await typeLogin();
    await userEvent.click(await button());
    await waitFor(() => expect(currentAddress()).toBe(next));
    expect(callsTo(signIn.path)[0]?.body).toEqual({ email: 'ada@example.org', password: 'Secret123!' });
    expect(localStorage.getItem('accessToken')).toBe('abc');
  });

  test('[LOG-2] that fails clears the auth and keeps what was typed', async () => {
    fakeCalls({ [signIn.path]: () => failure('wrong-sign-in') });
    openApp('/login');
    await typeLogin();
    session.begin('left-over');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect email or password');
    expect(session.token()).toBeNull();
    expect(await email()).toHaveValue('ada@example.org');
    expect(await password()).toHaveValue('Secret123!');
    await userEvent.type(await password(), 'x');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('[API-3] without a network says so', async () => {
    fakeCalls({ [signIn.path]: noNetwork });
    openApp('/login');
    await typeLogin();
    await userEvent.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error');
  });

  test('[LOG-4] before the email is confirmed says so and can send the email again', async () => {
    const { callsTo } = fakeCalls({ [signIn.path]: () => failure('email-not-confirmed') });
    openApp('/login');
    await typeLogin();
    await userEvent.click(await button());
    await userEvent.click(await screen.findByRole('button', { name: 'Send it again' }));
    expect(await screen.findByText('Email sent')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Send it again \(in \d+ s\)$/ })).toHaveFocus();
    expect(callsTo(resendConfirm.path)[0]?.query).toEqual({ email: 'ada@example.org' });
  });
});
