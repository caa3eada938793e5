import type { Look } from '../look.ts';
import type { Lamp } from '../player.ts';
import { level } from './ask.ts';
import { openUdp } from './udp.ts';

export type GoveeSettings = { host: string };

const CONTROL_PORT = 4003;

/** A Govee light whose "LAN Control" is switched on in its app. Source: Govee, "WLAN guide". */
export function govee({ host }: GoveeSettings): Lamp {
  const udp = openUdp(host, CONTROL_PORT);
  return {
    name: `Govee ${host}`,
    async show(look) {
      for (const message of goveeMessages(look)) await udp.send(Buffer.from(JSON.stringify(message)));
    },
    close: udp.close,
  };
}

/** Brightness in percent; a color temperature of 0 selects the color. It cannot fade. */
function goveeMessages({ red, green, blue, brightness }: Look): object[] {
  const message = (cmd: string, data: object) => ({ msg: { cmd, data } });
  if (brightness <= 0) return [message('turn', { value: 0 })];
  return [
    message('turn', { value: 1 }),
    message('brightness', { value: level(brightness, 1, 100) }),
    message('colorwc', { color: { r: red, g: green, b: blue }, colorTemInKelvin: 0 }),
  ];
}
