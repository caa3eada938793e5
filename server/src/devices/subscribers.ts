import { openIncident } from '../shared/incident.ts';
import type { Log } from '../shared/log.ts';
import { oneAtATime } from '../shared/one-at-a-time.ts';
import type { CodeIdentity, DeviceIdentity } from './device-identity.ts';
import { type GlowState, type Glows, textFor } from './glow-text.ts';
import type { Presence } from './presence.ts';

/** Why a device is disconnected. */
export type Ending = 'wrong-code' | 'removed' | 'crowded' | 'restart';

/** One open connection to a device. */
export type DeviceConnection = {
  readonly identity: DeviceIdentity;
  /** It is no connected device and gets no glow: it only ends with its code. */
  readonly isListener?: boolean;
  /** Sends the glow; on a slow connection only the latest is kept. */
  show(text: string): void;
  end(why: Ending): void;
};

export type SubscribersDependencies = {
  glows: Glows;
  presence: Presence;
  store: {
    codes: {
      of(wearerId: number): Promise<readonly CodeIdentity[]>;
      ofWearers(wearerIds: readonly number[]): Promise<readonly CodeIdentity[]>;
    };
    devices: { list(wearerId: number): Promise<readonly { id: string; muted: boolean }[]> };
  };
  log: Log;
  now: () => number;
};

/** Connections with one code on this node; above it new ones are rejected. */
const MAX_CONNECTIONS = 2000;
/** A device that connected this recently may not be stored yet. */
const NEW_MS = 10_000;

type Group = {
  /** When each connection was added (epoch ms), and its number in the order of this node. */
  connections: Map<DeviceConnection, { since: number; order: number }>;
  glowState: GlowState | null;
  /** Null until it has been read: a muted lamp must not light up first. */
  muted: ReadonlySet<string> | null;
  recheck: () => Promise<void>;
  stop: () => void;
};

export type Subscribers = {
  /** Adds a connection; it gets the glow as soon as that is known, and every later one. */
  add(connection: DeviceConnection): void;
  /** Removes a connection that has ended. */
  drop(connection: DeviceConnection): void;
  has(wearerId: number): boolean;
  wearers(): number[];
  /** Checks whether the wearer's codes, or the settings of a device, have changed. */
  recheck(wearerId: number): Promise<void>;
  /** Checks the codes of all connections. */
  recheckCodes(): Promise<void>;
  /** Disconnects the devices that used this code. */
  disconnectCode(wearerId: number, oldCode: string): void;
  /** Disconnects this device. */
  remove(wearerId: number, deviceId: string): void;
  /** Disconnects all devices, and rejects new ones from now on. */
  endAll(why: Ending): void;
};

/** The connected devices by wearer, with one glow subscription per wearer. */
export function openSubscribers({ glows, presence, store, log, now }: SubscribersDependencies): Subscribers {
  const groups = new Map<number, Group>();
  const checking = openIncident(log, 'devices-unchecked', { level: 'warn' });
  let count = 0;
  /** Why new connections are rejected; null while they are accepted. */
  let closed: Ending | null = null;

  const createGroup = (wearerId: number): Group => {
    const group: Group = {
      connections: new Map(),
      glowState: null,
      muted: null,
      recheck: oneAtATime(() => recheckGroup(wearerId, group)),
      stop: () => {},
    };
    groups.set(wearerId, group);
    group.stop = glows.watchGlow(wearerId, (glowState) => {
      group.glowState = glowState;
      for (const connection of group.connections.keys()) showTo(group, connection);
    });
    return group;
  };
  const add = (connection: DeviceConnection) => {
    if (closed !== null) return connection.end(closed);
    const { wearerId } = connection.identity;
    const known = groups.get(wearerId);
    const group = known ?? createGroup(wearerId);
    if (isCrowded(group, connection)) return connection.end('crowded');
    count += 1;
    group.connections.set(connection, { since: now(), order: count });
    if (connection.isListener !== true) presence.connect(connection.identity);
    showTo(group, connection);
    if (known === undefined) void group.recheck();
  };
  const drop = (connection: DeviceConnection) => {
    const { wearerId } = connection.identity;
    const group = groups.get(wearerId);
    if (group?.connections.delete(connection) !== true) return;
    if (connection.isListener !== true) presence.disconnect(connection.identity);
    if (group.connections.size > 0) return;
    group.stop();
    groups.delete(wearerId);
  };
  /** Removed at once, not when its connection has closed: it is neither updated nor checked again. */
  const end = (connection: DeviceConnection, why: Ending) => {
    drop(connection);
    connection.end(why);
  };
  const recheckGroup = async (wearerId: number, group: Group): Promise<void> => {
    const upTo = count;
    try {
      const [codes, devices] = await Promise.all([store.codes.of(wearerId), store.devices.list(wearerId)]);
      for (const [connection, why] of endingsByCode(group, codes, upTo)) end(connection, why);
      for (const connection of removedIn(group, devices, now())) end(connection, 'removed');
      mute(group, new Set(devices.filter(({ muted }) => muted).map(({ id }) => id)));
      checking.worked();
    } catch (error) {
      checking.failed(error);
      if (group.muted === null) mute(group, new Set());
    }
  };
  const recheckCodes = async (): Promise<void> => {
    const upTo = count;
    try {
      const all = await store.codes.ofWearers([...groups.keys()]);
      const codes = Map.groupBy(all, ({ wearerId }) => wearerId);
      for (const [wearerId, group] of [...groups]) {
        for (const [connection, why] of endingsByCode(group, codes.get(wearerId) ?? [], upTo))
          end(connection, why);
      }
      checking.worked();
    } catch (error) {
      checking.failed(error);
    }
  };
  const endSome = (wearerId: number, why: Ending, which: (identity: DeviceIdentity) => boolean) => {
    for (const connection of [...(groups.get(wearerId)?.connections.keys() ?? [])]) {
      if (which(connection.identity)) end(connection, why);
    }
  };
  return {
    add,
    drop,
    recheck: async (wearerId) => groups.get(wearerId)?.recheck(),
    recheckCodes,
    has: (wearerId) => groups.has(wearerId),
    wearers: () => [...groups.keys()],
    disconnectCode: (wearerId, oldCode) => endSome(wearerId, 'wrong-code', ({ code }) => code === oldCode),
    remove: (wearerId, deviceId) =>
      endSome(wearerId, 'removed', (identity) => identity.deviceId === deviceId),
    endAll(why) {
      closed ??= why;
      for (const { connections } of [...groups.values()])
        for (const connection of [...connections.keys()]) end(connection, why);
    },
  };
}

function showTo({ muted, glowState }: Group, connection: DeviceConnection): void {
  if (muted !== null && glowState !== null)
    connection.show(textFor(glowState, muted.has(connection.identity.deviceId)));
}

/** Sends the glow to the connections for which it has changed; the first time, to all. */
function mute(group: Group, muted: ReadonlySet<string>): void {
  const before = group.muted;
  group.muted = muted;
  for (const connection of group.connections.keys()) {
    const { deviceId } = connection.identity;
    if (before === null || before.has(deviceId) !== muted.has(deviceId)) showTo(group, connection);
  }
}

/** A follower with many devices takes no place from those of the owner. */
const isCrowded = ({ connections }: Group, { identity }: DeviceConnection): boolean =>
  connections.size >= MAX_CONNECTIONS &&
  [...connections.keys()].filter((connection) => connection.identity.code === identity.code).length >=
    MAX_CONNECTIONS;

/**
 * The connections whose code no longer counts, or is another account's now. those added after `upTo`, while the
 * codes were read, may have a newer code.
 */
function endingsByCode(
  { connections }: Group,
  codes: readonly CodeIdentity[],
  upTo: number,
): [DeviceConnection, Ending][] {
  const accountOf = new Map(codes.map(({ code, accountId }) => [code, accountId]));
  return [...connections].flatMap(([connection, { order }]): [DeviceConnection, Ending][] => {
    const { code, accountId } = connection.identity;
    if (order > upTo) return [];
    if (!accountOf.has(code)) return [[connection, 'wrong-code']];
    return accountOf.get(code) === accountId ? [] : [[connection, 'restart']];
  });
}

function removedIn(
  { connections }: Group,
  devices: readonly { id: string }[],
  now: number,
): DeviceConnection[] {
  const known = new Set(devices.map(({ id }) => id));
  return [...connections].flatMap(([connection, { since }]) =>
    connection.isListener !== true && !known.has(connection.identity.deviceId) && now - since > NEW_MS
      ? [connection]
      : [],
  );
}
