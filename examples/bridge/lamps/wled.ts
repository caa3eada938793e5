import type { Look } from '../look.ts';
import type { Lamp } from '../player.ts';
import { askJson, level } from './ask.ts';

export type WledSettings = { host: string; segment?: number };

/** WLED by its JSON API. Source: kno.wled.ge, "JSON API". */
export function wled({ host, segment = 0 }: WledSettings): Lamp {
  return {
    name: `WLED ${host}`,
    show: (look, fadeMs) => askJson(`http://${host}/json/state`, wledState(look, fadeMs, segment)),
  };
}

/** `bri` 1 to 255, `tt` the fade of this call alone in tenths of a second, effect 0 is a steady color. */
export function wledState({ red, green, blue, brightness }: Look, fadeMs: number, segment: number): object {
  const tt = Math.round(fadeMs / 100);
  if (brightness <= 0) return { on: false, tt };
  return {
    on: true,
    bri: level(brightness, 1, 255),
    tt,
    seg: [{ id: segment, col: [[red, green, blue]], fx: 0 }],
  };
}
