import type { Look } from '../look.ts';
import type { Lamp } from '../player.ts';
import { openUdp } from './udp.ts';

export type LifxSettings = { host: string };

const PORT = 56_700;
const SET_COLOR = 102;
const SET_LIGHT_POWER = 117;
const HEADER_BYTES = 36;
/** Protocol 1024, addressable, and tagged: for any bulb that gets the packet. */
const FRAME = 0x3400;
/** Color temperature: only for whites, ignored for colors. */
const KELVIN = 3500;

/** A LIFX bulb in the home network. Source: lan.developer.lifx.com, "Packet Contents". */
export function lifx({ host }: LifxSettings): Lamp {
  const udp = openUdp(host, PORT);
  return {
    name: `LIFX ${host}`,
    async show(look, fadeMs) {
      if (look.brightness > 0) await udp.send(lifxColor(look, fadeMs));
      await udp.send(lifxPower(look.brightness > 0, fadeMs));
    },
    close: udp.close,
  };
}

/** The packet that sets hue, saturation, brightness (all of 65535) and how long to fade. */
export function lifxColor({ red, green, blue, brightness }: Look, fadeMs: number): Uint8Array {
  const { hue, saturation, value } = hsvOf(red, green, blue);
  const payload = Buffer.alloc(13);
  payload.writeUInt16LE(Math.round(hue * 65_536) % 65_536, 1);
  payload.writeUInt16LE(Math.round(saturation * 65_535), 3);
  payload.writeUInt16LE(Math.round(value * Math.min(1, brightness) * 65_535), 5);
  payload.writeUInt16LE(KELVIN, 7);
  payload.writeUInt32LE(Math.round(fadeMs), 9);
  return packet(SET_COLOR, payload);
}

/** The packet that switches on or off, with a fade. */
function lifxPower(on: boolean, fadeMs: number): Uint8Array {
  const payload = Buffer.alloc(6);
  payload.writeUInt16LE(on ? 65_535 : 0, 0);
  payload.writeUInt32LE(Math.round(fadeMs), 2);
  return packet(SET_LIGHT_POWER, payload);
}

function packet(type: number, payload: Buffer): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(HEADER_BYTES + payload.length, 0);
  header.writeUInt16LE(FRAME, 2);
  header.writeUInt16LE(type, 32);
  return Buffer.concat([header, payload]);
}

/** Channels 0 to 255 as hue, saturation and value, each 0 to 1. */
function hsvOf(red: number, green: number, blue: number): { hue: number; saturation: number; value: number } {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const sixth =
    span === 0
      ? 0
      : most === red
        ? ((green - blue) / span + 6) % 6
        : most === green
          ? (blue - red) / span + 2
          : (red - green) / span + 4;
  return { hue: sixth / 6, saturation: most === 0 ? 0 : span / most, value: most / 255 };
}
