import {
  changesPath,
  type Follow,
  type Glance,
  type ListedWearer,
  listFollows,
  listInvitations,
  listShareLinks,
  listWearers,
  type OpenInvitation,
  type Role,
  readAudit,
  readHandOver,
  roleRights,
  type ShareLink,
  wearerChangesPath,
  wearerGlances,
} from '@tealight/contract';
import { ownWearer } from './fake-calls.ts';
import { aConnection, aReading } from './fake-server.ts';

export const adaId = ownWearer.id;
export const mayaId = 'maya00000002';
export const leoId = 'leo000000003';

export const aWearer = (more: Partial<ListedWearer> = {}): ListedWearer => ({ ...ownWearer, ...more });

/** Somebody whom the account follows, with the rights of the role. */
export const aFollowed = (more: Partial<ListedWearer> & { role?: Role } = {}): ListedWearer => {
  const { role = 'follower' } = more;
  return {
    ...aWearer({ id: leoId, name: 'Leo', ownerName: 'Grace', rights: [...roleRights[role].given] }),
    ...more,
    role,
  };
};

/** Somebody who follows. */
export const walter: Follow = {
  id: 7,
  firstName: 'Walter',
  lastName: 'Moreno',
  email: 'walter@example.org',
  role: 'follower',
  rights: [...roleRights.follower.given],
  since: '2026-11-01T10:00:00Z',
};

export const anInvitation: OpenInvitation = {
  id: 4,
  kind: 'email',
  email: 'nina@example.org',
  role: 'carer',
  rights: ['see-now'],
  madeAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-27T10:00:00Z',
  state: 'open',
};

export const aGlance = (id: string, more: Partial<Glance> = {}): Glance => ({
  id,
  reading: aReading(),
  unit: 'mg/dL',
  connection: aConnection(),
  ...more,
});

/** A stream that stays open, and a function that sends an event. */
export function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started;
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (data: string) => controller?.enqueue(new TextEncoder().encode(`data: ${data}\n\n`)),
    close: () => controller?.close(),
  };
}

/** Answers of `fakeCalls` for these people; the event streams stay open and silent. */
export const peopleAnswers = (wearers: readonly ListedWearer[], glances: readonly Glance[] = []) => ({
  [listWearers.path]: { selected: wearers[0]?.id ?? adaId, wearers },
  [wearerGlances.path]: { glances },
  [changesPath]: () => openStream().response,
  [wearerChangesPath]: () => openStream().response,
});

/** The same for who opens the page of one of them: nobody follows or is invited, nothing is shared or offered. */
export const managedAnswers = (wearers: readonly ListedWearer[]) => ({
  ...peopleAnswers(wearers),
  [`GET ${listFollows.path}`]: { follows: [] as Follow[] },
  [`GET ${listInvitations.path}`]: { invitations: [] as OpenInvitation[] },
  [`GET ${listShareLinks.path}`]: { links: [] as ShareLink[] },
  [`GET ${readHandOver.path}`]: { handOver: null },
  [readAudit.path]: { entries: [], next: null },
});
