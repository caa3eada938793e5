import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { commonText } from '../../text/common.ts';
import { CallFailed } from '../call-failed.ts';
import { afterPress } from '../page/after-press.ts';
import { session } from '../session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: runs in the background, so the loader is not shown. */
    mutationMeta: { quiet?: boolean };
  }
}

// What has been loaded takes the place of its placeholder, and moves what is below.
notifyManager.setScheduler((draw) => setTimeout(() => afterPress(draw), 0));

/** Retries network and server errors once; other error responses are final. */
function retryOnce(failures: number, error: Error): boolean {
  const status = error instanceof CallFailed ? error.status : null;
  return failures < 1 && (status === null || status >= 500);
}

function newClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryOnce,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // With this network mode, it is off unless it is asked for.
        refetchOnReconnect: true,
      },
      // A finished call may hold a password: it is discarded soon after its form. Not at once: for one whose form is gone,
      // the library would look again and again, without a pause, whether it has finished.
      mutations: { retry: false, gcTime: 1000, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      // What was begun for one wearer must not be done for the next.
      onMutate: () => {
        if (client === queryClient || client === accountClient) return;
        throw new CallFailed({ messages: [commonText.calls.otherWearer], status: null, problem: null });
      },
    }),
  });
  return client;
}

/** The cache of all queries about the wearer whom the page shows; each shown wearer has one of its own. */
export let queryClient = newClient();

/** The cache of what belongs to the account and not to one wearer: the list of wearers. */
export const accountClient = newClient();

/** Discards what is known of one wearer, also what is still on its way. Later answers reach no page. */
export function replaceQueryClient(): void {
  const old = queryClient;
  queryClient = newClient();
  void old.cancelQueries();
  old.clear();
}

// Data of one account is never shown to the next.
session.onChange(() => {
  queryClient.clear();
  accountClient.clear();
});
