import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { MenuButton } from './MenuButton.tsx';

const choose = vi.fn();
const entries = [
  { label: 'Account', to: '/account' },
  { label: 'Security', to: '/security' },
  { label: 'Log out', onChoose: choose },
];
const Page = () => (
  <>
    <MenuButton label="Menu" entries={entries}>
      Menu
    </MenuButton>
    <button type="button">Elsewhere</button>
  </>
);

let router: ReturnType<typeof createMemoryRouter>;
beforeEach(() => {
  router = createMemoryRouter([
    { path: '/', Component: Page },
    { path: '*', element: null },
  ]);
  render(<RouterProvider router={router} />);
});

const button = () => screen.getByRole('button', { name: 'Menu' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const press = (...keys: string[]) => userEvent.keyboard(keys.map((key) => `{${key}}`).join(''));

test('[SHELL-11] a menu opens by the keyboard, at its first or at its last entry', async () => {
  button().focus();
  await press('Enter');
  expect(item('Account')).toHaveFocus();
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  await press('Escape', 'ArrowUp');
  expect(item('Log out')).toHaveFocus();
});

test('[SHELL-11] arrows go round, Home and End to the ends, a letter to its entry', async () => {
  button().focus();
  await press('ArrowDown', 'ArrowUp');
  expect(item('Log out')).toHaveFocus();
  await press('ArrowDown');
  expect(item('Account')).toHaveFocus();
  await press('End');
  expect(item('Log out')).toHaveFocus();
  await press('Home');
  expect(item('Account')).toHaveFocus();
  await press('s');
  expect(item('Security')).toHaveFocus();
});

test('[SHELL-11] Escape closes it and leads back to its button', async () => {
  button().focus();
  await press('Enter', 'Escape');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button()).toHaveFocus();
});

test('it closes when the focus goes elsewhere', async () => {
  await userEvent.click(button());
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('a page is gone to, an action is done, and the menu closes', async () => {
  await userEvent.click(button());
  await userEvent.click(item('Log out'));
  expect(choose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await userEvent.click(button());
  await userEvent.click(item('Security'));
  expect(router.state.location.pathname).toBe('/security');
});
