import { openIncident } from '../shared/incident.ts';
import type { Log } from '../shared/log.ts';
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
  /** Since when (epoch ms), and the how manieth of this node each connection is. */
  lines: Map<DeviceConnection, { since: number; place: number }>;
  glowState: GlowState | null;
  /** Null until it has been read: a muted lamp must not light up first. */
  muted: ReadonlySet<string> | null;
  stop: () => void;
};

export type Subscribers = {
  /** Adds a connection; it gets the glow as soon as that is known, and every later one. */
  add(line: DeviceConnection): void;
  /** Removes a connection that has ended. */
  drop(line: DeviceConnection): void;
  has(wearerId: number): boolean;
  wearers(): number[];
  /** Checks whether the wearer's codes, or the settings of a device, have changed. */
  recheck(wearerId: number): Promise<void>;
  /** Checks the codes of all connections. */
  recheckCodes(): Promise<void>;
  /** Disconnects the devices that used this code. */
  cutOff(wearerId: number, oldCode: string): void;
  /** Disconnects this device. */
  remove(wearerId: number, deviceId: string): void;
  /** Disconnects all devices, and rejects new ones from now on. */
  endAll(why: Ending): void;
};

/** The connected devices by wearer, with one glow subscription per wearer. */
export function openSubscribers({ glows, presence, store, log, now }: SubscribersDependencies): Subscribers {
  const groups = new Map<number, Group>();
  const checking = openIncident(log, 'devices-unchecked', { level: 'warn' });
  let joined = 0;
  /** Why new connections are rejected; null while they are accepted. */
  let closed: Ending | null = null;

  const gather = (wearerId: number): Group => {
    const group: Group = { lines: new Map(), glowState: null, muted: null, stop: () => {} };
    groups.set(wearerId, group);
    group.stop = glows.watchGlow(wearerId, (glowState) => {
      group.glowState = glowState;
      for (const line of group.lines.keys()) showTo(group, line);
    });
    return group;
  };
  const add = (line: DeviceConnection) => {
    if (closed !== null) return line.end(closed);
    const { wearerId } = line.identity;
    const known = groups.get(wearerId);
    const group = known ?? gather(wearerId);
    if (isCrowded(group, line)) return line.end('crowded');
    joined += 1;
    group.lines.set(line, { since: now(), place: joined });
    if (line.isListener !== true) presence.came(line.identity);
    showTo(group, line);
    if (known === undefined) void recheck(wearerId);
  };
  const drop = (line: DeviceConnection) => {
    const { wearerId } = line.identity;
    const group = groups.get(wearerId);
    if (group?.lines.delete(line) !== true) return;
    if (line.isListener !== true) presence.left(line.identity);
    if (group.lines.size > 0) return;
    group.stop();
    groups.delete(wearerId);
  };
  /** Removed at once, not when its connection has closed: it is neither updated nor checked again. */
  const end = (line: DeviceConnection, why: Ending) => {
    drop(line);
    line.end(why);
  };
  const recheck = async (wearerId: number): Promise<void> => {
    const group = groups.get(wearerId);
    if (group === undefined) return;
    const upTo = joined;
    try {
      const [codes, devices] = await Promise.all([store.codes.of(wearerId), store.devices.list(wearerId)]);
      for (const [line, why] of endingsByCode(group, codes, upTo)) end(line, why);
      for (const line of removedIn(group, devices, now())) end(line, 'removed');
      mute(group, new Set(devices.filter(({ muted }) => muted).map(({ id }) => id)));
      checking.worked();
    } catch (error) {
      checking.failed(error);
      if (group.muted === null) mute(group, new Set());
    }
  };
  const recheckCodes = async (): Promise<void> => {
    const upTo = joined;
    try {
      const all = await store.codes.ofWearers([...groups.keys()]);
      const codes = Map.groupBy(all, ({ wearerId }) => wearerId);
      for (const [wearerId, group] of [...groups]) {
        for (const [line, why] of endingsByCode(group, codes.get(wearerId) ?? [], upTo)) end(line, why);
      }
      checking.worked();
    } catch (error) {
      checking.failed(error);
    }
  };
  const endSome = (wearerId: number, why: Ending, which: (identity: DeviceIdentity) => boolean) => {
    for (const line of [...(groups.get(wearerId)?.lines.keys() ?? [])]) {
      if (which(line.identity)) end(line, why);
    }
  };
  return {
    add,
    drop,
    recheck,
    recheckCodes,
    has: (wearerId) => groups.has(wearerId),
    wearers: () => [...groups.keys()],
    cutOff: (wearerId, oldCode) => endSome(wearerId, 'wrong-code', ({ code }) => code === oldCode),
    remove: (wearerId, deviceId) =>
      endSome(wearerId, 'removed', (identity) => identity.deviceId === deviceId),
    endAll(why) {
      closed ??= why;
      for (const { lines } of [...groups.values()]) for (const line of [...lines.keys()]) end(line, why);
    },
  };
}

function showTo({ muted, glowState }: Group, line: DeviceConnection): void {
  if (muted !== null && glowState !== null) line.show(textFor(glowState, muted.has(line.identity.deviceId)));
}

/** Sends the glow to the connections for which it has changed; the first time, to all. */
function mute(group: Group, muted: ReadonlySet<string>): void {
  const before = group.muted;
  group.muted = muted;
  for (const line of group.lines.keys()) {
    const { deviceId } = line.identity;
    if (before === null || before.has(deviceId) !== muted.has(deviceId)) showTo(group, line);
  }
}

/** A follower with many devices takes no place from those of the owner. */
const isCrowded = ({ lines }: Group, { identity }: DeviceConnection): boolean =>
  lines.size >= MAX_CONNECTIONS &&
  [...lines.keys()].filter((line) => line.identity.code === identity.code).length >= MAX_CONNECTIONS;

/**
 * The connections whose code no longer counts, or is another account's now. Those that came after `upTo`, while the
 * codes were read, may have a newer code.
 */
function endingsByCode(
  { lines }: Group,
  codes: readonly CodeIdentity[],
  upTo: number,
): [DeviceConnection, Ending][] {
  const accountOf = new Map(codes.map(({ code, accountId }) => [code, accountId]));
  return [...lines].flatMap(([line, { place }]): [DeviceConnection, Ending][] => {
    const { code, accountId } = line.identity;
    if (place > upTo) return [];
    if (!accountOf.has(code)) return [[line, 'wrong-code']];
    return accountOf.get(code) === accountId ? [] : [[line, 'restart']];
  });
}

function removedIn({ lines }: Group, devices: readonly { id: string }[], now: number): DeviceConnection[] {
  const known = new Set(devices.map(({ id }) => id));
  return [...lines].flatMap(([line, { since }]) =>
    line.isListener !== true && !known.has(line.identity.deviceId) && now - since > NEW_MS ? [line] : [],
  );
}
