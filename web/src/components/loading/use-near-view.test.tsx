import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pageIdle } from '../../data/page/page-idle.ts';
import { useNearView } from './use-near-view.ts';

vi.mock('../../data/page/page-idle.ts', () => ({ pageIdle: vi.fn() }));

const observers: { margin: string | undefined; seen: (isIntersecting: boolean) => void }[] = [];

beforeEach(() => {
  observers.length = 0;
  vi.mocked(pageIdle).mockReturnValue(new Promise(() => {}));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(
        callback: (entries: { isIntersecting: boolean }[]) => void,
        options: IntersectionObserverInit,
      ) {
        const seen = (isIntersecting: boolean) => act(() => callback([{ isIntersecting }]));
        observers.push({ margin: options.rootMargin, seen });
      }
      observe() {}
      disconnect() {}
    },
  );
});

function Panel() {
  const { container, near } = useNearView('40px');
  return <div ref={container}>{near ? 'Content' : 'Waiting'}</div>;
}

test('what is far from the view waits until it is scrolled near', () => {
  render(<Panel />);
  observers[0]?.seen(false);
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  expect(observers[0]?.margin).toBe('40px');
  observers[0]?.seen(true);
  expect(screen.getByText('Content')).toBeInTheDocument();
});

test.each(['keydown', 'beforeprint'])(
  '[SHELL-11] %s shows it too: keys, menus and a report lead to places that nobody has scrolled to',
  (action) => {
    render(<Panel />);
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    fireEvent(window, new Event(action));
    expect(screen.getByText('Content')).toBeInTheDocument();
  },
);

test('[SHELL-11] the first press shows it once that is over, as it may move what is pressed', async () => {
  render(<Panel />);
  fireEvent.pointerDown(window);
  await Promise.resolve();
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  fireEvent.click(window);
  expect(await screen.findByText('Content')).toBeInTheDocument();
});

test('it is shown once everything in view has been loaded, so that the browser’s own search finds it', async () => {
  const idle = Promise.withResolvers<void>();
  vi.mocked(pageIdle).mockReturnValue(idle.promise);
  render(<Panel />);
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  idle.resolve();
  expect(await screen.findByText('Content')).toBeInTheDocument();
});
