import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentType, createElement, Fragment } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Notices } from '../src/app/Notices.tsx';
import { theme } from '../src/app/theme/theme.ts';
import { dismiss } from '../src/data/notices.ts';
import { queryClient } from '../src/data/queries.ts';
import { accountClient } from '../src/data/wearer/query-clients.ts';

type Opened = { router: ReturnType<typeof createMemoryRouter> };

/** Opens a page as the app does, at an address, without notices of an earlier test; other addresses are empty pages. */
export function openPage(Page: ComponentType, address = '/'): Opened {
  dismiss();
  queryClient.clear();
  accountClient.clear();
  const router = createMemoryRouter(
    [
      { path: address.split('?')[0] ?? '/', Component: Page },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  const inside = createElement(
    Fragment,
    null,
    createElement(RouterProvider, { router }),
    createElement(Notices),
  );
  const asking = createElement(QueryClientProvider, { client: queryClient }, inside);
  render(createElement(MantineProvider, { env: 'test', theme }, asking));
  return { router };
}
