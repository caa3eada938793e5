import { render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach } from 'vitest';
import { App } from '../src/app/App.tsx';
import { dismiss } from '../src/data/notices.ts';
import { queryClient } from '../src/data/queries.ts';
import { session } from '../src/data/session.ts';
import { accountClient } from '../src/data/wearer/query-clients.ts';
import { followAddress } from '../src/data/wearer/shown-wearer.ts';

afterEach(() => {
  session.end();
  dismiss();
});

/** The current path and query. */
export const currentAddress = (): string => window.location.pathname + window.location.search;

/** Opens the whole app at an address, signed out or with an access token. */
export function openApp(address: string, token: string | null = null): void {
  queryClient.clear();
  accountClient.clear();
  if (token === null) session.end();
  else session.begin(token);
  window.history.replaceState(null, '', address);
  followAddress();
  render(createElement(App));
}
