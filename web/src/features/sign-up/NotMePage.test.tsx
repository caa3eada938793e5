import { disownSignUp } from '@tealight/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Remove the account' }));
const heading = () => screen.findByRole('heading', { level: 1 });

test('[SUP-9] opening the link removes nothing, and a press removes the account', async () => {
  const { callsTo } = fakeCalls();
  openApp('/not-me#the-token');
  await screen.findByRole('button', { name: 'Remove the account' });
  expect(callsTo(disownSignUp.path)).toEqual([]);
  await press();
  expect(await screen.findByText('The account was removed')).toBeVisible();
  expect(callsTo(disownSignUp.path)[0]?.body).toEqual({ token: 'the-token' });
});

test('[SUP-9] an account that is active is not removed, and the page says what to do', async () => {
  fakeCalls({ [disownSignUp.path]: () => failure('already-confirmed') });
  openApp('/not-me#the-token');
  await press();
  expect(await screen.findByText('This account is already active')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reset password' })).toHaveAttribute('href', '/forgot-password');
});

test('[SUP-9] an expired link and an address without a token say so', async () => {
  fakeCalls({ [disownSignUp.path]: () => failure('link-expired') });
  openApp('/not-me#the-token');
  await press();
  expect(await screen.findByText('This link has expired or is no longer valid')).toBeVisible();
});

test('[SUP-9] an address without a token shows an expired link', async () => {
  fakeCalls();
  openApp('/not-me');
  expect(await heading()).toHaveTextContent('This link has expired or is no longer valid');
});

test('[API-3] without a network says so, and can be tried again', async () => {
  fakeCalls({ [disownSignUp.path]: noNetwork });
  openApp('/not-me#the-token');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Network error');
  expect(screen.getByRole('button', { name: 'Remove the account' })).toBeEnabled();
});
