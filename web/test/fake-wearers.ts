import {
  changesPath,
  type Glance,
  type ListedWearer,
  listWearers,
  rights,
  roleRights,
  wearerChangesPath,
  wearerGlances,
} from '@tealight/contract';
import { aConnection, aReading } from './fake-server.ts';

export const adaId = 'ada000000001';
export const mayaId = 'maya00000002';
export const leoId = 'leo000000003';

export const aWearer = (more: Partial<ListedWearer> = {}): ListedWearer => ({
  id: adaId,
  name: 'Ada',
  alias: null,
  accent: 'teal',
  birthYear: null,
  role: 'owner',
  rights: [...rights],
  ownerName: null,
  unit: 'mg/dL',
  timeZone: null,
  isShown: true,
  ...more,
});

/** Somebody whom the account follows. */
export const aFollowed = (more: Partial<ListedWearer> = {}): ListedWearer =>
  aWearer({
    ...{
      id: leoId,
      name: 'Leo',
      role: 'follower',
      rights: [...roleRights.follower.given],
      ownerName: 'Grace',
    },
    ...more,
  });

export const aGlance = (id: string, more: Partial<Glance> = {}): Glance => ({
  ...{ id, reading: aReading(), unit: 'mg/dL', connection: aConnection() },
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
