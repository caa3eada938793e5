import { currentReadings } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeCalls, ownWearer } from '../../test/fake-calls.ts';
import { fakePeople, followedBen } from '../../test/fake-people.ts';
import { leoId } from '../../test/fake-wearers.ts';
import { currentAddress, openApp } from '../../test/on-app.ts';

/** Opens an address and returns where the app redirects to. */
async function finalAddress(address: string, token: string | null = null): Promise<string> {
  fakeCalls();
  openApp(address, token);
  await screen.findByRole('main');
  return currentAddress();
}

describe('a signed-out user', () => {
  test.each([
    ['/login', 'Sign in'],
    ['/signup', 'Sign up'],
    ['/signup/login', 'Sign in'],
    ['/signup/confirm-email', 'Link expired'],
    ['/forgot-password', 'Forgot password'],
    ['/reset-password', 'Create new Password'],
    ['/alarm', 'Alarm'],
  ])('[SHELL-1] finds %s', async (address, page) => {
    expect(await finalAddress(address)).toBe(address);
    expect(await screen.findByRole('main', { name: page })).toBeVisible();
  });

  test.each(['/', '/account', '/security', '/support', '/signup/connection-setup', '/signup/range-setup'])(
    '[SHELL-3] is led from %s to the login',
    async (address) => {
      expect(await finalAddress(address)).toBe('/login');
    },
  );

  test('[SHELL-2] finds the page of the mailed link at its old address, with what it says', async () => {
    expect(await finalAddress('/login/confirm-email?comfirmtype=success')).toBe(
      '/signup/confirm-email?comfirmtype=success',
    );
  });
});

describe('a signed-in wearer', () => {
  test.each([
    ['/', 'Dashboard'],
    ['/account', 'My account'],
    ['/security', 'Security'],
    ['/support', 'Support'],
    ['/alarm', 'Alarm'],
    ['/signup/connection-setup', 'CGM Connection'],
    ['/signup/range-setup', 'Range setup'],
  ])('[SHELL-1] finds %s', async (address, page) => {
    expect(await finalAddress(address, 'token')).toBe(address);
    expect(await screen.findByRole('main', { name: page })).toBeVisible();
  });

  test.each(['/dashboard', '/nowhere', '/account/nowhere', '/help/nowhere'])(
    '[SHELL-2] is led from %s to the dashboard',
    async (address) => {
      await finalAddress(address, 'token');
      await waitFor(() => expect(currentAddress()).toBe('/'));
    },
  );

  test.each(['/signup/connection-setup', '/signup/range-setup'])(
    '[PPL-20] who is shown somebody else’s data is led from %s to the dashboard',
    async (address) => {
      const { callsTo } = fakePeople({
        selected: followedBen().id,
        wearers: [ownWearer, followedBen({ role: 'carer' })],
        values: {},
      });
      openApp(address, 'token');
      await waitFor(() => expect(currentAddress()).toBe('/'));
      expect(await screen.findByRole('button', { name: /^Person shown/ })).toHaveTextContent('Ben');
      expect(callsTo(currentReadings.path).map(({ wearer }) => wearer)).not.toContain(null);
    },
  );

  test('[PPL-20] a step of the sign-up names its wearer first where the account has several', async () => {
    const second = { ...ownWearer, id: leoId, name: 'Leo' };
    fakePeople({ selected: leoId, wearers: [ownWearer, second], values: {} });
    openApp('/signup/connection-setup', 'token');
    const heading = await screen.findByRole('heading', { level: 1 });
    const name = screen.getByText('Leo');
    expect(name.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test.each(['/login', '/signup', '/signup/login'])(
    '[SHELL-4] is led from %s to the dashboard',
    async (address) => {
      expect(await finalAddress(address, 'token')).toBe('/');
    },
  );
});

test('[SHELL-4] the login inside the sign-up frame is the same form', async () => {
  await finalAddress('/signup/login');
  expect(await screen.findByRole('list', { name: 'Steps' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
