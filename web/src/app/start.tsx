import './theme/styles.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadFirstPage } from './first-page.ts';

/**
 * Renders the app into the page: as a transition, which React does in small steps, so that the page stays responsive.
 * The code of the page comes first: React shows what it once had to wait for at the earliest after 300 ms.
 */
export async function startApp(place: HTMLElement): Promise<void> {
  // `Root` handles code that cannot be loaded.
  await loadFirstPage().catch(() => undefined);
  const root = createRoot(place);
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
