import type { Log } from '../log.ts';
import type { Presence } from './presence.ts';
import { type Glows, type Told, textFor } from './told.ts';
import type { Visitor } from './visitor.ts';

/** Why a device is sent away. */
export type Ending = 'wrong-code' | 'removed' | 'crowded' | 'restart';

/** One open connection to a device. */
export type Line = {
  readonly visitor: Visitor;
  /** Sends what the device is to glow like; on a slow line only the latest counts. */
  show(text: string): void;
  end(why: Ending): void;
};

export type AudienceParts = {
  glows: Glows;
  presence: Presence;
  store: {
    wearers: { byId(id: number): Promise<{ code: string } | null> };
    devices: { list(wearerId: number): Promise<readonly { id: string; muted: boolean }[]> };
  };
  log: Log;
  now: () => number;
};

/** Connections of one wearer on this node; beyond it newcomers are refused. */
const MOST_LINES = 2000;
/** A device that came this recently may not be written yet. */
const NEW_MS = 10_000;

type Group = {
  lines: Map<Line, { since: number }>;
  told: Told | null;
  /** Null until it is known: a muted lamp must not light up first. */
  muted: ReadonlySet<string> | null;
  stop: () => void;
};

export type Audiences = {
  /** Adds a line; it is shown the glow as soon as that is known, and all that follow. */
  add(line: Line): void;
  /** The line has ended. */
  drop(line: Line): void;
  has(wearerId: number): boolean;
  wearers(): number[];
  /** Looks whether the wearer's code, or what the wearer says of a device, has changed. */
  recheck(wearerId: number): Promise<void>;
  /** Ends what came in with this code. */
  cutOff(wearerId: number, oldCode: string): void;
  /** Ends what comes from this device. */
  remove(wearerId: number, deviceId: string): void;
  /** Ends every line, and from now on every newcomer. */
  endAll(why: Ending): void;
};

/** Whose lamps are connected here: one watch a wearer, however many lines. */
export function openAudiences({ glows, presence, store, log, now }: AudienceParts): Audiences {
  const groups = new Map<number, Group>();
  /** Why nobody may join any more; null while they may. */
  let closed: Ending | null = null;

  const gather = (wearerId: number): Group => {
    const group: Group = { lines: new Map(), told: null, muted: null, stop: () => {} };
    groups.set(wearerId, group);
    group.stop = glows.watchGlow(wearerId, (told) => {
      group.told = told;
      for (const line of group.lines.keys()) showTo(group, line);
    });
    void recheck(wearerId);
    return group;
  };
  const add = (line: Line) => {
    if (closed !== null) return line.end(closed);
    const { wearerId } = line.visitor;
    const group = groups.get(wearerId) ?? gather(wearerId);
    if (group.lines.size >= MOST_LINES) return line.end('crowded');
    group.lines.set(line, { since: now() });
    presence.came(line.visitor);
    showTo(group, line);
  };
  const drop = (line: Line) => {
    const { wearerId } = line.visitor;
    const group = groups.get(wearerId);
    if (group?.lines.delete(line) !== true) return;
    presence.left(line.visitor);
    if (group.lines.size > 0) return;
    group.stop();
    groups.delete(wearerId);
  };
  /** It leaves at once, not when its connection is gone: what has ended is neither shown nor judged again. */
  const end = (line: Line, why: Ending) => {
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
  const endSome = (wearerId: number, why: Ending, which: (visitor: Visitor) => boolean) => {
    for (const line of [...(groups.get(wearerId)?.lines.keys() ?? [])]) {
      if (which(line.visitor)) end(line, why);
    }
  };
  return {
    add,
    drop,
    recheck,
    has: (wearerId) => groups.has(wearerId),
    wearers: () => [...groups.keys()],
    cutOff: (wearerId, oldCode) => endSome(wearerId, 'wrong-code', ({ code }) => code === oldCode),
    remove: (wearerId, deviceId) => endSome(wearerId, 'removed', (visitor) => visitor.deviceId === deviceId),
    endAll(why) {
      closed ??= why;
      for (const { lines } of [...groups.values()]) for (const line of [...lines.keys()]) end(line, why);
    },
  };
}

function showTo({ muted, told }: Group, line: Line): void {
  if (muted !== null && told !== null) line.show(textFor(told, muted.has(line.visitor.deviceId)));
}

/** Shows the lines whose look it changes what they look like now; the first time, all of them. */
function mute(group: Group, muted: ReadonlySet<string>): void {
  const before = group.muted;
  group.muted = muted;
  for (const line of group.lines.keys()) {
    const { deviceId } = line.visitor;
    if (before === null || before.has(deviceId) !== muted.has(deviceId)) showTo(group, line);
  }
}

type Present = { code: string | null; devices: readonly { id: string; muted: boolean }[]; now: number };

/** The lines that may no longer be, each with the reason. */
function endingsIn({ lines }: Group, { code, devices, now }: Present): [Line, Ending][] {
  const known = new Set(devices.map(({ id }) => id));
  return [...lines].flatMap(([line, { since }]): [Line, Ending][] => {
    if (line.visitor.code !== code) return [[line, 'wrong-code']];
    return !known.has(line.visitor.deviceId) && now - since > NEW_MS ? [[line, 'removed']] : [];
  });
}
