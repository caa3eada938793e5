import type { Log } from '../shared/log.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { type GlowState, type Glows, textFor } from './glow-text.ts';
import type { Presence } from './presence.ts';

/** Why a device is disconnected. */
export type Ending = 'wrong-code' | 'removed' | 'crowded' | 'restart';

/** One open connection to a device. */
export type DeviceConnection = {
  readonly identity: DeviceIdentity;
  /** Sends the glow; on a slow connection only the latest is kept. */
  show(text: string): void;
  end(why: Ending): void;
};

export type SubscribersDependencies = {
  glows: Glows;
  presence: Presence;
  store: {
    wearers: { byId(id: number): Promise<{ code: string } | null> };
    devices: { list(wearerId: number): Promise<readonly { id: string; muted: boolean }[]> };
  };
  log: Log;
  now: () => number;
};

/** Connections of one wearer on this node; above it new ones are rejected. */
const MOST_LINES = 2000;
/** A device that connected this recently may not be stored yet. */
const NEW_MS = 10_000;

type Group = {
  lines: Map<DeviceConnection, { since: number }>;
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
  /** Checks whether the wearer's code, or the settings of a device, have changed. */
  recheck(wearerId: number): Promise<void>;
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
  /** Why new connections are rejected; null while they are accepted. */
  let closed: Ending | null = null;

  const gather = (wearerId: number): Group => {
    const group: Group = { lines: new Map(), glowState: null, muted: null, stop: () => {} };
    groups.set(wearerId, group);
    group.stop = glows.watchGlow(wearerId, (glowState) => {
      group.glowState = glowState;
      for (const line of group.lines.keys()) showTo(group, line);
    });
    void recheck(wearerId);
    return group;
  };
  const add = (line: DeviceConnection) => {
    if (closed !== null) return line.end(closed);
    const { wearerId } = line.identity;
    const group = groups.get(wearerId) ?? gather(wearerId);
    if (group.lines.size >= MOST_LINES) return line.end('crowded');
    group.lines.set(line, { since: now() });
    presence.came(line.identity);
    showTo(group, line);
  };
  const drop = (line: DeviceConnection) => {
    const { wearerId } = line.identity;
    const group = groups.get(wearerId);
    if (group?.lines.delete(line) !== true) return;
    presence.left(line.identity);
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
    try {
      const [wearer, devices] = await Promise.all([
        store.wearers.byId(wearerId),
        store.devices.list(wearerId),
      ]);
      const present = { code: wearer?.code ?? null, devices, now: now() };
      for (const [line, why] of endingsIn(group, present)) end(line, why);
      mute(group, new Set(devices.filter(({ muted }) => muted).map(({ id }) => id)));
    } catch (error) {
      log.warn({ event: 'devices-unchecked', err: error });
      if (group.muted === null) mute(group, new Set());
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

type Present = { code: string | null; devices: readonly { id: string; muted: boolean }[]; now: number };

/** The connections that must end, each with the reason. */
function endingsIn({ lines }: Group, { code, devices, now }: Present): [DeviceConnection, Ending][] {
  const known = new Set(devices.map(({ id }) => id));
  return [...lines].flatMap(([line, { since }]): [DeviceConnection, Ending][] => {
    if (line.identity.code !== code) return [[line, 'wrong-code']];
    return !known.has(line.identity.deviceId) && now - since > NEW_MS ? [[line, 'removed']] : [];
  });
}
