import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const links = async () => {
  const page = within(await screen.findByRole('main', { name: 'Support' }));
  return page.getAllByRole('link').map((link) => [link.querySelector('b')?.textContent, link]) as [
    string,
    HTMLAnchorElement,
  ][];
};

test('[ACC-4] three ways lead out in a new tab, to the configured addresses', async () => {
  fakeCalls();
  openApp('/support', 'token');
  await expect
    .poll(async () => (await links()).map(([name, { href }]) => [name, href]))
    .toEqual([
      ['Device Setup', 'https://example.org/devices'],
      ['FAQ', 'https://example.org/faq'],
      ['Contact us', 'https://example.org/contact'],
    ]);
  for (const [, link] of await links()) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  }
});

test('[ACC-4] our own pages are the default', async () => {
  fakeCalls({ '/api/v1/Site': noNetwork });
  openApp('/support', 'token');
  expect((await links()).map(([, link]) => link.getAttribute('href'))).toEqual([
    '/help/devices',
    '/help/faq',
    '/help/contact',
  ]);
});
