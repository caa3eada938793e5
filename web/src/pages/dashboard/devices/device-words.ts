import type { KnownDevice } from '@tealight/contract';
import { ageWords } from '../../../ui/age.ts';

const kinds: Readonly<Record<string, string>> = {
  lamp: 'Screen as a lamp',
  wled: 'WLED',
  esphome: 'ESPHome',
  esp32: 'ESP32 lamp',
  mqtt: 'MQTT device',
  nightscout: 'Nightscout display',
  bridge: 'Bridge',
};

/** What a device is, in words; its own word where we have none. */
export const kindWords = ({ kind }: KnownDevice): string => kinds[kind.toLowerCase()] ?? kind;

/** What a device is called: by its wearer, else by what it is. */
export const deviceName = (device: KnownDevice): string => device.name ?? kindWords(device);

/** How a device stands: `On now`, `Last seen 5 min ago, muted`; and what it is, where its name does not say so. */
export function deviceState(device: KnownDevice, now: number): string {
  const seen = device.connected ? 'On now' : `Last seen ${ageWords(device.lastSeen, now)}`;
  const words = device.muted ? `${seen}, muted` : seen;
  return device.name === null ? words : `${kindWords(device)}, ${words.toLowerCase()}`;
}
