import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../queries.ts';
import { Notices } from './Notices.tsx';
import { styleNonce } from './nonce.ts';
import type { AppRouter } from './router.tsx';
import { theme } from './theme.ts';

// The page's first script reads the same key.
const schemes = localStorageColorSchemeManager({ key: 'tealight-color-scheme' });

/** The whole app around its router. */
export function App({ router }: { router: AppRouter }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}
