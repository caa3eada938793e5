import { signInByLink } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { session } from '../../data/session.ts';

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
const expired = 'This sign-in link has expired or was already used';

test('[LOG-4] opening the link spends nothing, and a press signs in', async () => {
  const { callsTo } = fakeCalls({ [signInByLink.path]: { accessToken: 'abc', firstTimeLoggedIn: false } });
  openApp('/sign-in-link#the-token');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(callsTo(signInByLink.path)).toEqual([]);
  await press();
  await waitFor(() => expect(currentAddress()).toBe('/'));
  expect(callsTo(signInByLink.path)[0]?.body).toEqual({ token: 'the-token' });
  expect(session.token()).toBe('abc');
});

test('[LOG-4] while it signs in the button cannot be pressed again', async () => {
  const { callsTo } = fakeCalls({ [signInByLink.path]: () => new Promise(() => {}) });
  openApp('/sign-in-link#the-token');
  await press();
  expect(await screen.findByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true');
  await press();
  expect(callsTo(signInByLink.path)).toHaveLength(1);
});

test('[LOG-4] an expired link leads to the password', async () => {
  fakeCalls({ [signInByLink.path]: () => failure('link-expired') });
  openApp('/sign-in-link#the-token');
  await press();
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(expired);
  expect(screen.getByRole('link', { name: 'Sign in with password' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Reset password' })).toHaveAttribute('href', '/forgot-password');
});

test('[LOG-4] an address without a token shows an expired link', async () => {
  fakeCalls();
  openApp('/sign-in-link');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(expired);
});

test('[API-3] without a network says so, and the link can be tried again', async () => {
  fakeCalls({ [signInByLink.path]: noNetwork });
  openApp('/sign-in-link#the-token');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Network error');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});
