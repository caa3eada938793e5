import { currentUser, signOut } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ada, failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { session } from '../../data/session.ts';

const menu = () => screen.findByRole('button', { name: /^Ada Moreno/ });

describe('the header', () => {
  test('[SHELL-5] leads home by its logo and shows who is signed in', async () => {
    fakeCalls();
    openApp('/support', 'token');
    expect(await screen.findByRole('link', { name: /Tealight/ })).toHaveAttribute('href', '/');
    expect(await menu()).toHaveTextContent('Ada MorenomenuA');
  });

  test.each([
    [{ firstName: null }, 'M'],
    [{ firstName: null, lastName: null }, 'A'],
    [{ firstName: 'émile' }, 'É'],
  ])('[SHELL-5] the initial of %j is %s', async (more, initial) => {
    fakeCalls({ [currentUser.path]: { ...ada, ...more } });
    openApp('/support', 'token');
    expect(await screen.findByText(initial)).toBeVisible();
  });

  test('[SHELL-5] shows the photo once there is one', async () => {
    fakeCalls({ [currentUser.path]: { ...ada, resizedPhoto: '/photos/1.webp' } });
    openApp('/support', 'token');
    const photo = (await menu()).querySelector('img');
    expect(photo).toHaveAttribute('src', '/photos/1.webp');
  });
});

describe('the menu', () => {
  test('[SHELL-6] has its entries in order', async () => {
    fakeCalls();
    openApp('/support', 'token');
    await userEvent.click(await menu());
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'My account',
      'Security',
      'Support',
      'Log out',
    ]);
  });

  test.each([
    ['works', { isSuccess: true }],
    ['is refused', () => failure('our-fault')],
    ['finds no network', noNetwork],
    ['never answers', () => new Promise(() => {})],
  ])('[SHELL-6] log out leads to the login when sign-out %s', async (_, answer) => {
    const { callsTo } = fakeCalls({ [signOut.path]: answer });
    openApp('/support', 'token');
    await userEvent.click(await menu());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(callsTo(signOut.path)).toMatchObject([{ method: 'POST', token: 'Bearer token' }]);
    expect(session.token()).toBeNull();
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  test.each([
    ['Keep it and log out', true],
    ['Remove it and log out', false],
  ])('[SHELL-6] [DEV-3] log out asks whether the lamp stays on this screen: %s', async (answer, stays) => {
    localStorage.setItem(
      'tealight-lamp',
      JSON.stringify({ code: 'k7m2qx4w9d', id: 'lamp-1', dim: 100, showsNumber: false }),
    );
    fakeCalls();
    openApp('/support', 'token');
    await userEvent.click(await menu());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Keep the lamp on this screen?' });
    expect(session.token()).toBe('token');
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(localStorage.getItem('tealight-lamp') !== null).toBe(stays);
  });

  test('[API-3] a 401 in the middle of a page leads to the login', async () => {
    fakeCalls({ [currentUser.path]: () => failure('not-signed-in') });
    openApp('/account', 'token');
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please sign in again');
  });
});
