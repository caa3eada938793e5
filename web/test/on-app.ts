import { render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach } from 'vitest';
import { App } from '../src/app/App.tsx';
import { type AppRouter, createRouter } from '../src/app/router.tsx';
import { dismiss } from '../src/notices.ts';
import { queryClient } from '../src/queries.ts';
import { session } from '../src/session.ts';

const opened: AppRouter[] = [];
afterEach(() => {
  for (const router of opened.splice(0)) router.dispose();
  session.end();
  dismiss();
});

/** Opens the whole app at an address, for a visitor or with an access token. */
export function openApp(address: string, token: string | null = null): AppRouter {
  queryClient.clear();
  if (token === null) session.end();
  else session.begin(token);
  window.history.replaceState(null, '', address);
  const router = createRouter();
  opened.push(router);
  render(createElement(App, { router }));
  return router;
}
