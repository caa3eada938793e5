import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

test('[SHELL-11] code that arrives while something is pressed is shown once that is over', async () => {
  const code = Promise.withResolvers<ComponentType>();
  const Panel = lazyComponent(() => code.promise);
  render(
    <Suspense fallback="Loading">
      <Panel />
    </Suspense>,
  );
  fireEvent.pointerDown(document.body);
  await act(async () => code.resolve(() => <p>Content</p>));
  expect(screen.getByText('Loading')).toBeVisible();
  await act(async () => fireEvent.click(document.body));
  expect(await screen.findByText('Content')).toBeVisible();
});
