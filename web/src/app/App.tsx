import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { queryClient } from '../data/queries.ts';
import { Notices } from './Notices.tsx';
import { styleNonce } from './nonce.ts';
import { Root } from './Root.tsx';
import { theme } from './theme/theme.ts';

// boot.js reads the same key.
const schemes = localStorageColorSchemeManager({ key: 'tealight-color-scheme' });

/** The whole app. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Root />
        </BrowserRouter>
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}
