import type { Change } from '@tealight/contract';
import type { Presence } from '../presence.ts';
import { visitorOf } from '../visitor.ts';
import { announcementIn } from './announcement.ts';
import { openBrokerLink } from './broker-link.ts';
import { openDuty } from './duty.ts';
import { homeStatusTopic } from './home-assistant.ts';
import { openPublisher, type Publisher, type PublisherParts } from './publisher.ts';
import { anyDevice, deviceIn, glowTopic, partsOf } from './topics.ts';

const topics = [anyDevice, homeStatusTopic];

export type OutsideParts = Omit<PublisherParts, 'put'> & {
  url: string;
  node: string;
  store: PublisherParts['store'] & {
    wearers: { byCode(code: string): Promise<{ id: number; code: string } | null> };
    duties: Parameters<typeof openDuty>[0]['duties'];
  };
  changes: {
    listen(heard: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  presence: Presence;
};

export type OutsideBroker = AsyncDisposable & {
  /** Takes away what stands below a code that is nobody's any more. */
  cutOff(oldCode: string): void;
};

/** A broker of the operator's own: one node that reaches it keeps the glow of all wearers there and hears which devices come and go. */
export function openOutsideBroker(parts: OutsideParts): OutsideBroker {
  const { log, now, node } = parts;
  let publisher: Publisher | null = null;
  const guests = openGuests(parts);
  const link = openBrokerLink({
    url: parts.url,
    clientId: `tealight-${node.slice(0, 8)}`,
    log,
    onConnected: () => duty.again(),
    onDisconnected: () => duty.again(),
    onMessage(topic, payload) {
      if (publisher === null) return;
      if (topic === homeStatusTopic && payload === 'online') void publisher.everything().catch(() => {});
      else guests.hear(topic, payload);
    },
  });
  const begin = async () => {
    publisher ??= openPublisher({ ...parts, put: link.put });
    await link.subscribe(topics);
    await publisher.everything();
  };
  const end = () => {
    publisher?.[Symbol.dispose]();
    publisher = null;
    guests.leaveAll();
    link.unsubscribe(topics);
  };
  const isAble = () => link.connected;
  const duty = openDuty({ duties: parts.store.duties, name: 'mqtt', node, now, log, isAble, begin, end });
  const unsubscribe = [
    parts.changes.listen((wearerId, change) => {
      if (change !== 'connection') publisher?.changed(wearerId);
    }),
    parts.changes.onMissed(() => duty.again()),
  ];
  return {
    cutOff: (oldCode) => void link.put(glowTopic(oldCode), '').catch(() => {}),
    async [Symbol.asyncDispose]() {
      for (const stop of unsubscribe) stop();
      await duty[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
    },
  };
}

/** Devices that announce themselves on the broker count as connected until they, or their wills, say otherwise. */
function openGuests({ store, presence }: Pick<OutsideParts, 'store' | 'presence'>) {
  const here = new Map<string, ReturnType<typeof visitorOf>>();
  const leave = (topic: string) => {
    const visitor = here.get(topic);
    if (visitor !== undefined) presence.left(visitor);
    here.delete(topic);
  };
  const hear = async (topic: string, payload: string): Promise<void> => {
    const parts = partsOf(topic);
    const deviceId = parts === null ? null : deviceIn(parts.rest);
    const said = announcementIn(payload);
    if (parts === null || deviceId === null) return;
    if (said === null || !said.online) return leave(topic);
    const wearer = await store.wearers.byCode(parts.code);
    if (wearer === null) return;
    leave(topic);
    const hello = {
      id: deviceId,
      kind: said.kind ?? 'mqtt',
      ...(said.name !== undefined && { name: said.name }),
    };
    const visitor = visitorOf({ wearerId: wearer.id, code: wearer.code }, hello, { network: '', agent: '' });
    here.set(topic, visitor);
    presence.came(visitor);
  };
  return {
    hear: (topic: string, payload: string) => void hear(topic, payload).catch(() => {}),
    leaveAll: () => {
      for (const topic of [...here.keys()]) leave(topic);
    },
  };
}
