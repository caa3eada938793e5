import type { Metrics } from './metrics.ts';

/** Kinds of devices that are counted apart. A device may call itself anything, and each label value costs memory. */
const kinds = ['lamp', 'mqtt', 'bridge', 'wled', 'esp32', 'esphome', 'device'] as const;

type DeviceCounts = {
  /** The kinds of the devices with an open connection to this node. */
  connectedKinds: () => Iterable<string>;
  /** The clients of the built-in broker; null without one. */
  mqttCounts: Readonly<{ open: number; refused: number }> | null;
  /** Whether this node is connected to the external broker, and whether it publishes there; null without one. */
  brokerState: (() => { isConnected: boolean; isLeader: boolean }) | null;
};

/** The devices of this node, and the broker over which others are reached. */
export function measureDevices(
  metrics: Metrics,
  { connectedKinds, mqttCounts, brokerState }: DeviceCounts,
): void {
  metrics.measure({
    name: 'tealight_devices',
    help: 'Devices with an open connection to this node, by kind; kinds that Tealight does not know are "other".',
    by: 'kind',
    read: async () => {
      const counts: Record<string, number> = Object.fromEntries([...kinds, 'other'].map((kind) => [kind, 0]));
      for (const kind of connectedKinds()) {
        const counted = kinds.find((known) => known === kind) ?? 'other';
        counts[counted] = (counts[counted] ?? 0) + 1;
      }
      return counts;
    },
  });
  metrics.measure({
    name: 'tealight_mqtt_clients',
    help: 'Clients of the built-in broker of this node. None with an external broker.',
    read: () => mqttCounts?.open ?? null,
  });
  metrics.measure({
    name: 'tealight_mqtt_clients_refused',
    help: 'Clients that the built-in broker has refused since the start because their connection code has too many.',
    read: () => mqttCounts?.refused ?? null,
  });
  metrics.measure({
    name: 'tealight_broker_connected',
    help: 'Whether this node is connected to the external broker (1) or not (0). None with the built-in one.',
    read: () => toNumber(brokerState?.().isConnected),
  });
  metrics.measure({
    name: 'tealight_broker_leader',
    help: 'Whether this node is the one that publishes on the external broker (1) or not (0). None with the built-in one.',
    read: () => toNumber(brokerState?.().isLeader),
  });
}

const toNumber = (is: boolean | undefined): number | null => (is === undefined ? null : Number(is));
