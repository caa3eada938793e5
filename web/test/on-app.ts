import { render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach } from 'vitest';
import { App } from '../src/app/App.tsx';
import { dismiss } from '../src/notices.ts';
import { queryClient } from '../src/queries.ts';
import { session } from '../src/session.ts';

afterEach(() => {
  session.end();
  dismiss();
});

/** Where the app is now. */
export const present = (): string => window.location.pathname + window.location.search;

/** Opens the whole app at an address, for a visitor or with an access token. */
export function openApp(address: string, token: string | null = null): void {
  queryClient.clear();
  if (token === null) session.end();
  else session.begin(token);
  window.history.replaceState(null, '', address);
  render(createElement(App));
}
