import { queryOptions } from '@tanstack/react-query';
import { listFollows, listInvitations, listShareLinks, readHandOver } from '@tealight/contract';
import { call, POLL_TIMEOUT_MS } from '../../data/call.ts';

/**
 * How often the page of a wearer asks again while it is visible: the event stream is of the wearer whom the app shows,
 * who may be another. Own choice, for a QR code on the screen that was used.
 */
export const polled = { refetchInterval: 15_000, refetchIntervalInBackground: false } as const;
const timeoutMs = POLL_TIMEOUT_MS;

/** Who follows a wearer. */
export const followsQuery = (wearer: string) =>
  queryOptions({
    queryKey: [listFollows.path, wearer],
    queryFn: async ({ signal }) => (await call(listFollows, { wearer, signal, timeoutMs })).follows,
    ...polled,
  });

/** The invitations of a wearer that are open or were declined. */
export const invitationsQuery = (wearer: string) =>
  queryOptions({
    queryKey: [listInvitations.path, wearer],
    queryFn: async ({ signal }) => (await call(listInvitations, { wearer, signal, timeoutMs })).invitations,
    ...polled,
  });

/** The share links of a wearer. */
export const shareLinksQuery = (wearer: string) =>
  queryOptions({
    queryKey: [listShareLinks.path, wearer],
    queryFn: async ({ signal }) => (await call(listShareLinks, { wearer, signal, timeoutMs })).links,
    ...polled,
  });

/** The hand-over of a wearer that is agreed; null without one. */
export const handOverQuery = (wearer: string) =>
  queryOptions({
    queryKey: [readHandOver.path, wearer],
    queryFn: async ({ signal }) => (await call(readHandOver, { wearer, signal, timeoutMs })).handOver,
    ...polled,
  });
