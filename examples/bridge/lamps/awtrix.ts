import type { Look } from '../look.ts';
import type { Lamp } from '../player.ts';
import { askJson } from './ask.ts';

export type AwtrixSettings = { host: string };

/** Seconds after which the clock removes an app without another expiry. */
const USUAL_LIFE_S = 900;
/** No current data is at most half as bright as white, which reads as a value on a clock. */
const NO_DATA_STRENGTH = 0.5;
/** The text is at least this bright, or could not be read. Own choice. */
const TEXT_STRENGTH = 0.1;

/** A clock with AWTRIX 3, such as the Ulanzi TC001: the value in its color. Source: blueforcer.github.io/awtrix3. */
export function awtrix({ host }: AwtrixSettings): Lamp {
  return {
    name: `AWTRIX ${host}`,
    // A text that is sent again each second would never scroll to its end.
    isStill: true,
    show: (look) => askJson(`http://${host}/api/custom?name=tealight`, awtrixApp(look)),
  };
}

/**
 * The app on the clock, which deletes it automatically (mode 0) without an update in time. Its brightness is that of
 * its color, since the clock's own is also that of other apps; an empty app deletes it: what is dark shows no value.
 */
export function awtrixApp({ red, green, blue, brightness, words, holdsS }: Look): object {
  if (brightness <= 0) return {};
  const strength = Math.max(TEXT_STRENGTH, brightness);
  const color =
    words === ''
      ? hexOf([255, 255, 255], Math.min(NO_DATA_STRENGTH, strength))
      : hexOf([red, green, blue], strength);
  return {
    text: words === '' ? '--' : words,
    color,
    noScroll: true,
    lifetime: holdsS ?? USUAL_LIFE_S,
    lifetimeMode: 0,
  };
}

const hexOf = (channels: readonly number[], strength: number): string =>
  `#${channels
    .map((channel) =>
      Math.round(channel * strength)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
