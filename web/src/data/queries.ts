import { QueryClient, queryOptions } from '@tanstack/react-query';
import { currentUser, site } from '@tealight/contract';
import { CallFailed, call } from './call.ts';
import { session } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: runs in the background, so the loader is not shown. */
    mutationMeta: { quiet?: boolean };
  }
}

/** Retries network and server errors once; other error responses are final. */
function retryOnce(failures: number, error: Error): boolean {
  const status = error instanceof CallFailed ? error.status : null;
  return failures < 1 && (status === null || status >= 500);
}

/** The cache of all queries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: retryOnce,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // With this network mode, it is off unless it is asked for.
      refetchOnReconnect: true,
    },
    // A finished call may hold a password: it is discarded with its form.
    mutations: { retry: false, gcTime: 0, networkMode: 'always' },
  },
});

// Data of one wearer is never shown to the next.
session.onChange(() => queryClient.clear());

/** The signed-in user. */
export const userQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: ({ signal }) => call(currentUser, { signal }),
});

/** What this server offers; it does not change while a page is open. */
export const siteQuery = queryOptions({
  queryKey: [site.path],
  queryFn: ({ signal }) => call(site, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
