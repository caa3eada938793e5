import { readFile } from 'node:fs/promises';
import { type AwtrixSettings, awtrix } from './lamps/awtrix.ts';
import { type GoveeSettings, govee } from './lamps/govee.ts';
import { type HueSettings, hue } from './lamps/hue.ts';
import { type LifxSettings, lifx } from './lamps/lifx.ts';
import { type WledSettings, wled } from './lamps/wled.ts';
import { type WledMqttSettings, wledMqtt } from './lamps/wled-mqtt.ts';
import type { Lamp } from './player.ts';

/** Every kind of lamp: how it is created, and its required settings. */
const kinds: Readonly<Record<string, { make(settings: never): Lamp; needs: readonly string[] }>> = {
  wled: { make: (settings: WledSettings) => wled(settings), needs: ['host'] },
  'wled-mqtt': { make: (settings: WledMqttSettings) => wledMqtt(settings), needs: ['broker', 'topic'] },
  hue: { make: (settings: HueSettings) => hue(settings), needs: ['host', 'key', 'light', 'fingerprint'] },
  lifx: { make: (settings: LifxSettings) => lifx(settings), needs: ['host'] },
  govee: { make: (settings: GoveeSettings) => govee(settings), needs: ['host'] },
  awtrix: { make: (settings: AwtrixSettings) => awtrix(settings), needs: ['host'] },
};

export type Settings = { server: string; code: string; lamps: Lamp[] };

/** Invalid settings; the message says what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads the settings file. Throws `SettingsError`. */
export async function readSettings(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new SettingsError(`There is no ${file}. Copy bridge.example.json, fill it in, and name it here.`);
  });
  try {
    return settingsOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${file} is no JSON. A missing comma or quotation mark?`);
  }
}

/** Checks the settings and creates the lamps. Throws `SettingsError`. */
export function settingsOf(given: unknown): Settings {
  const { server, code, lamps } = (given ?? {}) as Record<string, unknown>;
  if (typeof server !== 'string' || URL.parse(server)?.protocol.startsWith('http') !== true) {
    throw new SettingsError('"server" must be the address of Tealight, like "https://tealight.example.org".');
  }
  if (typeof code !== 'string' || code.replace(/[\s-]/g, '').length !== 10) {
    throw new SettingsError('"code" must be the connection code of your dashboard, like "k7m2q-x4w9d".');
  }
  if (!Array.isArray(lamps) || lamps.length === 0)
    throw new SettingsError('"lamps" must name at least one lamp.');
  return { server, code, lamps: lamps.map(lampOf) };
}

function lampOf(given: unknown, index: number): Lamp {
  const settings = (given ?? {}) as Record<string, unknown>;
  const kind = kinds[String(settings.kind)];
  const which = `Lamp ${index + 1}`;
  if (kind === undefined)
    throw new SettingsError(`${which}: "kind" must be one of ${Object.keys(kinds).join(', ')}.`);
  const missing = kind.needs.filter((name) => typeof settings[name] !== 'string' || settings[name] === '');
  if (missing.length > 0) throw new SettingsError(`${which} (${settings.kind}) needs ${missing.join(', ')}.`);
  return kind.make(settings as never);
}
