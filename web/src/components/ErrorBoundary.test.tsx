import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { theme } from '../app/theme/theme.ts';
import { Dialog } from './Dialog.tsx';
import { lazyComponent } from './loading/lazy-component.tsx';
import { Panel, PanelBoundary } from './Panel.tsx';

// React logs the caught error.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** A component whose code cannot be loaded until the network is back. */
function loadedOnline() {
  const network = { isOnline: false, loads: 0 };
  const Content = lazyComponent(async () => {
    network.loads += 1;
    if (!network.isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>The range</p>;
  });
  return { network, Content };
}

const open = (children: React.ReactNode) =>
  render(
    <MantineProvider env="test" theme={theme}>
      <Suspense fallback="Loading">{children}</Suspense>
    </MantineProvider>,
  );

test('a panel that fails says so with a button to try again, and the others stay', async () => {
  const { network, Content } = loadedOnline();
  open(
    <>
      <Panel title="Range Setup">
        <Content />
      </Panel>
      <Panel title="Devices">A lamp</Panel>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
  expect(screen.getByRole('region', { name: 'Range Setup' })).toContainElement(screen.getByRole('alert'));
  expect(screen.getByRole('region', { name: 'Devices' })).toHaveTextContent('A lamp');
  network.isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The range')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[SHELL-11] after a retry the focus is on the panel, also where it fails as a whole and is replaced', async () => {
  const { network, Content } = loadedOnline();
  open(
    <main>
      <Panel title="Devices">A lamp</Panel>
      <PanelBoundary title="Range Setup">
        <section aria-label="Range">
          <Content />
        </section>
      </PanelBoundary>
    </main>,
  );
  network.isOnline = true;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Range' })).toHaveFocus();
});

test('a panel that failed is shown as soon as the network is back', async () => {
  const { network, Content } = loadedOnline();
  open(
    <Panel title="Range Setup">
      <Content />
    </Panel>,
  );
  await screen.findByRole('alert');
  network.isOnline = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('The range')).toBeVisible();
});

test('without a network each try fails once, and none repeats automatically', async () => {
  const { network, Content } = loadedOnline();
  open(
    <Panel title="Range Setup">
      <Content />
    </Panel>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(network.loads).toBe(2));
  // The message of the first failure gives way to that of the second.
  await vi.waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
  expect(network.loads).toBe(2);
});

test('a dialog that fails says so and can be closed', async () => {
  const { Content } = loadedOnline();
  const onClose = vi.fn();
  open(
    <Dialog title="Lamp settings" opened onClose={onClose}>
      <Content />
    </Dialog>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});

test('code that was loaded before is shown at once', async () => {
  const { network, Content } = loadedOnline();
  await expect(Content.preload()).rejects.toThrow('Failed to fetch');
  network.isOnline = true;
  await Content.preload();
  open(
    <Panel title="Range Setup">
      <Content />
    </Panel>,
  );
  expect(screen.getByText('The range')).toBeVisible();
});

test('styles that did not arrive are requested again', async () => {
  const { Content } = loadedOnline();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/gone.css' });
  Object.defineProperty(link, 'sheet', { value: null });
  document.head.append(link);
  open(
    <Panel title="Range Setup">
      <Content />
    </Panel>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const [again] = document.head.querySelectorAll('link[href="/assets/gone.css"]');
  expect(again).toBeDefined();
  expect(again).not.toBe(link);
  again?.remove();
});
