import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeCalls } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

describe('the footer', () => {
  test.each([
    ['/login', null],
    ['/support', 'token'],
  ])('[SHELL-7] of %s has terms, privacy and copyright', async (address, token) => {
    fakeCalls();
    openApp(address, token);
    const footer = within(await screen.findByRole('contentinfo'));
    for (const [name, href] of [
      ['Terms', 'https://example.org/terms'],
      ['Privacy', 'https://example.org/privacy'],
    ] as const) {
      const link = await footer.findByRole('link', { name });
      await expect.poll(() => link.getAttribute('href')).toBe(href);
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener');
    }
    expect(footer.getByText(`© ${new Date().getFullYear()} Tealight`)).toBeVisible();
  });
});

describe('the steps', () => {
  test.each([
    ['/signup', null, 'Step 1Sign up'],
    ['/signup/login', null, 'Step 1Sign up'],
    ['/signup/confirm-email', null, 'Step 1Sign up'],
    ['/signup/connection-setup', 'token', 'Step 2CGM Connection setup'],
    ['/signup/range-setup', 'token', 'Step 3Range setup'],
  ])('[SUP-6] on %s the present one is highlighted', async (address, token, expected) => {
    fakeCalls();
    openApp(address, token);
    const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Step 1Sign up',
      'Step 2CGM Connection setup',
      'Step 3Range setup',
    ]);
    const current = steps.filter((step) => step.getAttribute('aria-current') === 'step');
    expect(current.map(({ textContent }) => textContent)).toEqual([expected]);
  });
});

describe('light and dark', () => {
  test('[SHELL-11] the switch turns the page dark, and back to what the system says', async () => {
    fakeCalls();
    openApp('/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to dark' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('tealight-color-scheme')).toBe('dark');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(localStorage.getItem('tealight-color-scheme')).toBe('auto');
  });

  test('[SHELL-11] the keyboard’s first stop skips to the page', async () => {
    fakeCalls();
    openApp('/login');
    (await screen.findByRole('main')).blur();
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveFocus();
  });
});
