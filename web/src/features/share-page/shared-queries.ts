import { queryOptions } from '@tanstack/react-query';
import { type ChartSpan, type QueryOf, sharedDay, sharedHistory, sharedNow } from '@tealight/contract';
import { CallFailed, call, POLL_TIMEOUT_MS } from '../../data/call.ts';

/** Without the event stream, what is shown is at most this old. */
const POLL_MS = 60_000;
/** The periods end now, so they are fetched again even without new readings. */
const STATISTICS_POLL_MS = 5 * 60_000;

export type SharedPeriod = QueryOf<typeof sharedHistory>['period'];

/** The common start of the query keys of a link; nothing of it outlives the page. */
export const sharedKey = (secret: string) => ['shared', secret] as const;

const polled = { refetchIntervalInBackground: false, gcTime: 0, retry: retryUnlessEnded } as const;

/** What a share link shows first. */
export const sharedNowQuery = (secret: string) =>
  queryOptions({
    queryKey: [...sharedKey(secret), 'now'],
    queryFn: ({ signal }) => call(sharedNow, { shareSecret: secret, signal, timeoutMs: POLL_TIMEOUT_MS }),
    refetchInterval: POLL_MS,
    ...polled,
  });

/** The chart of a share link. */
export const sharedDayQuery = (secret: string, span: ChartSpan) =>
  queryOptions({
    queryKey: [...sharedKey(secret), 'day', span],
    queryFn: async ({ signal }) =>
      (await call(sharedDay, { shareSecret: secret, query: { span }, signal })).data,
    refetchInterval: STATISTICS_POLL_MS,
    ...polled,
  });

/** Time in range and profile of a share link. */
export const sharedHistoryQuery = (secret: string, period: SharedPeriod) =>
  queryOptions({
    queryKey: [...sharedKey(secret), 'history', period],
    queryFn: async ({ signal }) => ({
      chosen: period,
      ...(await call(sharedHistory, { shareSecret: secret, query: { period }, signal })),
    }),
    refetchInterval: STATISTICS_POLL_MS,
    ...polled,
  });

/** Whether an error says that the link shows nothing any more: unknown, ended and expired ones are alike. */
export const isEnded = (error: unknown): boolean =>
  error instanceof CallFailed && (error.code === 'link-expired' || error.status === 401);

function retryUnlessEnded(failures: number, error: Error): boolean {
  return failures < 1 && !isEnded(error);
}
