import { type FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { fakeCalls } from '../../test/fake-calls.ts';
import { activeAlarmsQuery, recipientsQuery } from '../features/alarms/queries.ts';
import {
  followsQuery,
  handOverQuery,
  invitationsQuery,
  shareLinksQuery,
} from '../features/people/queries.ts';
import { sharedNowQuery } from '../features/share-page/shared-queries.ts';
import { userQuery } from './queries.ts';
import { glancesQuery, wearersQuery } from './wearer/wearers.ts';
import { connectionQuery, devicesQuery, readingsQuery } from './wearer-queries.ts';

test.each([
  ['readings', () => readingsQuery],
  ['devices', () => devicesQuery],
  ['connection', () => connectionQuery],
  ['user', () => userQuery],
  ['people', () => wearersQuery],
  ['glances', () => glancesQuery],
  ['alarms', () => activeAlarmsQuery],
  ['who gets alarms', () => recipientsQuery('adaadaadaada')],
  ['followers', () => followsQuery('adaadaadaada')],
  ['invitations', () => invitationsQuery('adaadaadaada')],
  ['share links', () => shareLinksQuery('adaadaadaada')],
  ['hand-over', () => handOverQuery('adaadaadaada')],
  ['share link', () => sharedNowQuery('secret')],
] as const)(
  '[DASH-5] what a page asks for again and again has seconds to be answered: %s',
  async (_, query) => {
    fakeCalls();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await new QueryClient()
      .fetchQuery({ ...(query() as object), retry: false } as FetchQueryOptions)
      .catch(() => undefined);
    expect(timeout.mock.calls).toEqual([[10_000]]);
  },
);
