import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';

// React logs the caught error.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const Fails = () => {
  throw new Error('a chunk is gone');
};
const view = (pathname: string, page: React.ReactNode) => (
  <MantineProvider env="test">
    <ErrorBoundary pathname={pathname}>{page}</ErrorBoundary>
  </MantineProvider>
);

test('a page that cannot be shown says so and can be loaded again', () => {
  render(view('/account', <Fails />));
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown');
  expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the start' })).toHaveAttribute('href', '/');
});

test('another page is shown all the same', () => {
  const { rerender } = render(view('/account', <Fails />));
  rerender(view('/support', <p>Help</p>));
  expect(screen.getByText('Help')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
