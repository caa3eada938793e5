import { queryOptions, skipToken } from '@tanstack/react-query';
import { type CurrentUser, currentUser, site } from '@tealight/contract';
import { call, POLL_TIMEOUT_MS } from './call.ts';
import { accountClient } from './wearer/query-clients.ts';

export { queryClient } from './wearer/query-clients.ts';

/** Of the signed-in user, what does not depend on who is shown. */
export type Person = Pick<CurrentUser, 'firstName' | 'lastName' | 'email' | 'resizedPhoto'>;

/** The signed-in user, with the settings of the wearer whom the page shows. */
export const userQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }) => {
    const user = await call(currentUser, { signal, timeoutMs: POLL_TIMEOUT_MS });
    const { firstName, lastName, email, resizedPhoto } = user;
    accountClient.setQueryData(personQuery.queryKey, { firstName, lastName, email, resizedPhoto });
    return user;
  },
});

/** The person of the last answer: known while the settings of another wearer are on their way. */
export const personQuery = queryOptions<Person>({ queryKey: ['person'], queryFn: skipToken });

/** What this server offers; it does not change while a page is open. */
export const siteQuery = queryOptions({
  queryKey: [site.path],
  queryFn: ({ signal }) => call(site, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
