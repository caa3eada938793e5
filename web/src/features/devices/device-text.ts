import type { KnownDevice } from '@tealight/contract';
import { devicesText } from '../../text/devices.ts';
import { ageText } from '../reading/age.ts';

/** The kind of a device as text; an unknown kind as it is. */
function kindText({ kind }: KnownDevice): string {
  const kinds = new Map<string, string>(Object.entries(devicesText.kinds));
  return kinds.get(kind.toLowerCase()) ?? kind;
}

/** The name of a device, else its kind. */
export const deviceName = (device: KnownDevice): string => device.name ?? kindText(device);

/**
 * The state of a device: `On now`, `Last seen 5 min ago, muted`; with its kind if it has a name. `isKnown`: whether it can
 * be found out now.
 */
export function deviceState(
  device: KnownDevice,
  { now, isKnown }: { now: number; isKnown: boolean },
): string {
  const { on, unknown, lastSeen, muted, withKind } = devicesText.state;
  const connected = isKnown ? on : unknown;
  const seen = device.connected ? connected : lastSeen({ age: ageText(device.lastSeen, now) });
  const state = device.muted ? muted({ state: seen }) : seen;
  return device.name === null ? state : withKind({ kind: kindText(device), state: state.toLowerCase() });
}
