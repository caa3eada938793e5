import { queryOptions } from '@tanstack/react-query';
import { listFollows, listInvitations, listShareLinks, readHandOver } from '@tealight/contract';
import { call } from '../../data/call.ts';

/** Who follows a wearer. */
export const followsQuery = (wearer: string) =>
  queryOptions({
    queryKey: [listFollows.path, wearer],
    queryFn: async ({ signal }) => (await call(listFollows, { wearer, signal })).follows,
  });

/** The invitations of a wearer that are open or were declined. */
export const invitationsQuery = (wearer: string) =>
  queryOptions({
    queryKey: [listInvitations.path, wearer],
    queryFn: async ({ signal }) => (await call(listInvitations, { wearer, signal })).invitations,
  });

/** The share links of a wearer. */
export const shareLinksQuery = (wearer: string) =>
  queryOptions({
    queryKey: [listShareLinks.path, wearer],
    queryFn: async ({ signal }) => (await call(listShareLinks, { wearer, signal })).links,
  });

/** The hand-over of a wearer that is agreed; null without one. */
export const handOverQuery = (wearer: string) =>
  queryOptions({
    queryKey: [readHandOver.path, wearer],
    queryFn: async ({ signal }) => (await call(readHandOver, { wearer, signal })).handOver,
  });
