import type { KnownDevice } from '@tealight/contract';
import { ageText } from '../reading/age.ts';

const kinds: Readonly<Record<string, string>> = {
  lamp: 'Screen as a lamp',
  wled: 'WLED',
  esphome: 'ESPHome',
  esp32: 'ESP32 lamp',
  mqtt: 'MQTT device',
  nightscout: 'Nightscout display',
  bridge: 'Bridge',
};

/** The kind of a device as text; an unknown kind as it is. */
const kindText = ({ kind }: KnownDevice): string => kinds[kind.toLowerCase()] ?? kind;

/** The name of a device, else its kind. */
export const deviceName = (device: KnownDevice): string => device.name ?? kindText(device);

/** The state of a device: `On now`, `Last seen 5 min ago, muted`; with its kind if it has a name. */
export function deviceState(device: KnownDevice, now: number): string {
  const seen = device.connected ? 'On now' : `Last seen ${ageText(device.lastSeen, now)}`;
  const words = device.muted ? `${seen}, muted` : seen;
  return device.name === null ? words : `${kindText(device)}, ${words.toLowerCase()}`;
}
