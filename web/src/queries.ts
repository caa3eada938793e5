import { QueryClient, queryOptions } from '@tanstack/react-query';
import { currentUser, site } from '@tealight/contract';
import { CallFailed, call } from './call.ts';
import { session } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: nobody waits for it, so the loader does not show. */
    mutationMeta: { quiet?: boolean };
  }
}

/** What failed for want of a network or of the server is asked for once more; a refusal stays one. */
function once(failures: number, error: Error): boolean {
  const status = error instanceof CallFailed ? error.status : null;
  return failures < 1 && (status === null || status >= 500);
}

/** What the app has asked, and what it was told. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: once, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    // A finished call may hold a password: it is forgotten as soon as its form is gone.
    mutations: { retry: false, gcTime: 0, networkMode: 'always' },
  },
});

// What was asked for one wearer is never shown to the next.
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
