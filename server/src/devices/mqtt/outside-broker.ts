import type { Change } from '@tealight/contract';
import { connect, type MqttClient } from 'mqtt';
import { SECOND } from '../../times.ts';
import type { Presence } from '../presence.ts';
import { visitorOf } from '../visitor.ts';
import { announcementIn } from './announcement.ts';
import { openDuty } from './duty.ts';
import { homeStatusTopic } from './home-assistant.ts';
import { BrokerAway, openPublisher, type Publisher, type PublisherParts } from './publisher.ts';
import { anyDevice, deviceIn, glowTopic, partsOf } from './topics.ts';

const RECONNECT_MS = 2 * SECOND;
const CONNECT_WITHIN_MS = 10 * SECOND;

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

/** A broker of the operator's own: one node keeps the glow of all wearers there and hears which devices come and go. */
export function openOutsideBroker(parts: OutsideParts): OutsideBroker {
  const { log, now, node } = parts;
  const client = connect(parts.url, {
    clientId: `tealight-${node.slice(0, 8)}`,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    // What cannot be said now is said anew when the broker is back.
    queueQoSZero: false,
  });
  const put = async (topic: string, payload: string): Promise<void> => {
    if (!client.connected) throw new BrokerAway();
    await client.publishAsync(topic, payload, { qos: 1, retain: true });
  };
  sayOnce(client, parts);
  let publisher: Publisher | null = null;
  const guests = openGuests(parts);
  const begin = async () => {
    publisher ??= openPublisher({ ...parts, put });
    if (!client.connected) return;
    await client.subscribeAsync([anyDevice, homeStatusTopic]);
    await publisher.everything();
  };
  const end = () => {
    publisher?.[Symbol.dispose]();
    publisher = null;
    guests.leaveAll();
    if (client.connected) client.unsubscribe([anyDevice, homeStatusTopic]);
  };
  const duty = openDuty({ duties: parts.store.duties, name: 'mqtt', node, now, log, begin, end });
  client.on('connect', () => duty.again());
  client.on('message', (topic, payload) => {
    if (publisher === null) return;
    if (topic === homeStatusTopic && String(payload) === 'online')
      void publisher.everything().catch(() => {});
    else guests.hear(topic, String(payload));
  });
  const hush = [
    parts.changes.listen((wearerId, change) => {
      if (change !== 'connection') publisher?.changed(wearerId);
    }),
    parts.changes.onMissed(() => duty.again()),
  ];
  return {
    cutOff: (oldCode) => void put(glowTopic(oldCode), '').catch(() => {}),
    async [Symbol.asyncDispose]() {
      for (const stop of hush) stop();
      await duty[Symbol.asyncDispose]();
      await client.endAsync(true);
    },
  };
}

/** A broker that is away is said once, and once when it is back; never its address, which may hold a password. */
function sayOnce(client: MqttClient, { log }: Pick<OutsideParts, 'log'>): void {
  let away = false;
  const lost = (error?: Error) => {
    if (!away)
      log.warn({ event: 'mqtt-lost', code: (error as NodeJS.ErrnoException | undefined)?.code ?? null });
    away = true;
  };
  client.on('error', lost);
  client.on('close', () => lost());
  client.on('connect', () => {
    if (away) log.info({ event: 'mqtt-back' });
    away = false;
  });
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
