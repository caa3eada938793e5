import './theme/styles.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

/** Renders the app into the page: as a transition, which React does in small steps, so that the page stays responsive. */
export function startApp(place: HTMLElement): void {
  const root = createRoot(place);
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
