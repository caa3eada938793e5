import type { Change } from '@tealight/contract';
import { SECOND } from '../../../shared/time-units.ts';
import type { CodeIdentity } from '../../device-identity.ts';
import type { Presence } from '../../presence.ts';
import { type AlarmEventsDependencies, openAlarmEvents } from '../alarm-events.ts';
import { homeStatusTopic } from '../home-assistant.ts';
import { alarmTopic, anyDevice, glowTopic } from '../topics.ts';
import { openAnnouncedDevices } from './announced-devices.ts';
import { openBrokerLink } from './broker-connection.ts';
import { openLeaderLock } from './leader-lock.ts';
import { openPublisher, type PublisherDependencies } from './publisher.ts';

const topics = [anyDevice, homeStatusTopic];
/** Everything is published again for Home Assistants that start at most this often. Own choice. */
const PUBLISH_ALL_EVERY_MS = 10 * SECOND;

export type ExternalBrokerDependencies = Omit<PublisherDependencies, 'put'> & {
  url: string;
  node: string;
  store: PublisherDependencies['store'] &
    AlarmEventsDependencies['store'] & {
      codes: { find(code: string): Promise<CodeIdentity | null> };
      leaderLocks: Parameters<typeof openLeaderLock>[0]['leaderLocks'];
    };
  changes: {
    subscribe(listener: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
  presence: Presence;
  /** Epoch ms by the clock that nodes share. */
  sharedNow: () => number;
};

export type ExternalBroker = AsyncDisposable & {
  /** Clears the topics of a code that was replaced or has ended. */
  disconnectCode(oldCode: string): void;
  /** Whether this node reaches the broker, and is the one that publishes. */
  state(): { isConnected: boolean; isLeader: boolean };
};

/** The operator's external broker: one node that reaches it publishes the glows of all wearers and receives the announcements of devices. */
export function openExternalBroker(dependencies: ExternalBrokerDependencies): ExternalBroker {
  const { log, node } = dependencies;
  let leading: ReturnType<typeof lead> | null = null;
  const link = openBrokerLink({
    url: dependencies.url,
    clientId: `tealight-${node.slice(0, 8)}`,
    log,
    onConnected: () => leaderLock.restart(),
    onDisconnected: () => leaderLock.restart(),
    onMessage(topic, payload) {
      if (leading === null) return;
      const { devices } = leading;
      if (topic === homeStatusTopic && payload === 'online') publishAllSoon();
      else devices.receive(topic, payload);
    },
  });
  let publishing: NodeJS.Timeout | undefined;
  let publishedAt = Number.NEGATIVE_INFINITY;
  /** A Home Assistant has started. Anyone who may write to the broker can claim that any number of times. */
  const publishAllSoon = () => {
    publishing ??= setTimeout(
      () => {
        publishing = undefined;
        publishedAt = performance.now();
        leading?.publisher.everything().catch(() => {});
      },
      Math.max(0, publishedAt + PUBLISH_ALL_EVERY_MS - performance.now()),
    ).unref();
  };
  const lead = () => ({
    publisher: openPublisher({ ...dependencies, put: link.put }),
    devices: openAnnouncedDevices(dependencies),
    alarmEvents: openAlarmEvents({
      ...dependencies,
      now: dependencies.sharedNow,
      // What is not confirmed is not sent again: it would come late.
      send: ({ code, payload }) => link.send(alarmTopic(code), payload).catch(() => {}),
    }),
  });
  const begin = async () => {
    leading ??= lead();
    const { publisher } = leading;
    await link.subscribe(topics);
    await publisher.everything();
  };
  const end = () => {
    leading?.publisher[Symbol.dispose]();
    leading?.devices[Symbol.dispose]();
    leading?.alarmEvents[Symbol.dispose]();
    leading = null;
    link.unsubscribe(topics);
  };
  const isAble = () => link.connected;
  const leaderLock = openLeaderLock({
    leaderLocks: dependencies.store.leaderLocks,
    name: 'mqtt',
    node,
    now: dependencies.sharedNow,
    log,
    isAble,
    begin,
    end,
  });
  const unsubscribe = [
    dependencies.changes.subscribe((wearerId, change) => {
      if (change !== 'connection') leading?.publisher.changed(wearerId);
      if (change === 'alarms') leading?.alarmEvents.changed(wearerId);
      if (change === 'people') leading?.devices.recheck(wearerId);
    }),
    dependencies.changes.onMissed(() => leaderLock.restart()),
  ];
  return {
    state: () => ({ isConnected: link.connected, isLeader: leading !== null }),
    disconnectCode: (oldCode) => void link.put(glowTopic(oldCode), '').catch(() => {}),
    async [Symbol.asyncDispose]() {
      for (const stop of unsubscribe) stop();
      clearTimeout(publishing);
      await leaderLock[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
    },
  };
}
