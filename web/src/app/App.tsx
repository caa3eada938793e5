import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import '../data/wearer/wearer-page.ts';
import { queryClient } from '../data/queries.ts';
import { useShown } from '../data/wearer/shown-wearer.ts';
import { Notices } from './Notices.tsx';
import { styleNonce } from './nonce.ts';
import { Root } from './Root.tsx';
import { theme } from './theme/theme.ts';

// boot.js reads the same key.
const schemes = localStorageColorSchemeManager({ key: 'tealight-color-scheme' });

/** The whole app. */
export function App() {
  const base = useShown('base');
  const page = useShown('page');
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={styleNonce}
    >
      {/* Nothing of one wearer's page is kept for the next: each has its own cache and its own components. */}
      <QueryClientProvider key={page} client={queryClient}>
        <BrowserRouter basename={base || '/'}>
          <Root />
        </BrowserRouter>
      </QueryClientProvider>
      <Notices />
    </MantineProvider>
  );
}
