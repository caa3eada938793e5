import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoaderOverlay } from './LoaderOverlay.tsx';

const never = () => new Promise<never>(() => {});

function Page() {
  const save = useMutation({
    mutationFn: (delayMs: number) => new Promise((done) => setTimeout(done, delayMs)),
  });
  const quietly = useMutation({ mutationFn: never, meta: { quiet: true } });
  useQuery({ queryKey: ['poll'], queryFn: never });
  return (
    <>
      <button type="button" onClick={() => save.mutate(100)}>
        Quick
      </button>
      <button type="button" onClick={() => save.mutate(1000)}>
        Slow
      </button>
      <button type="button" onClick={() => quietly.mutate()}>
        Quiet
      </button>
      <LoaderOverlay />
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  const router = createMemoryRouter([{ path: '/', Component: Page }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
});
afterEach(() => vi.useRealTimers());

const start = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (delayMs: number) => act(() => vi.advanceTimersByTimeAsync(delayMs));
const loader = () => screen.queryByText('Working …');

test('[SHELL-8] the loader shows while a call that the wearer started runs, and goes with it', async () => {
  start('Slow');
  await pass(200);
  expect(loader()).toBeInTheDocument();
  await pass(900);
  expect(loader()).not.toBeInTheDocument();
});

test('[SHELL-8] it does not flicker for a fast call', async () => {
  start('Quick');
  await pass(99);
  expect(loader()).not.toBeInTheDocument();
  await pass(200);
  expect(loader()).not.toBeInTheDocument();
});

test('[SHELL-8] polls in the background do not raise it', async () => {
  start('Quiet');
  await pass(10_000);
  expect(loader()).not.toBeInTheDocument();
});
