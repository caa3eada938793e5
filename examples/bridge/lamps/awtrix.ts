import type { Look } from '../look.ts';
import type { Lamp } from '../player.ts';
import { askJson } from './ask.ts';

export type AwtrixSettings = { host: string };

/** Seconds after which the clock removes an app without another expiry. */
const USUAL_LIFE_S = 900;
/** Gray: white reads as a value on a clock. */
const NO_DATA_TEXT = '#808080';

/** A clock with AWTRIX 3, such as the Ulanzi TC001: the value in its color. Source: blueforcer.github.io/awtrix3. */
export function awtrix({ host }: AwtrixSettings): Lamp {
  let shown = '';
  return {
    name: `AWTRIX ${host}`,
    async show(look) {
      const app = awtrixApp(look);
      const looks = JSON.stringify({ ...app, lifetime: 0 });
      // No flashing: a text that is sent again each second would never scroll to its end.
      if (looks === shown && look.moving !== null) return;
      await askJson(`http://${host}/api/custom?name=tealight`, app);
      shown = looks;
    },
  };
}

/** The app on the clock, which deletes it automatically (mode 0) without an update in time. */
export function awtrixApp({ red, green, blue, words, holdsS }: Look): object {
  const hex = [red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('');
  return {
    text: words === '' ? '--' : words,
    color: words === '' ? NO_DATA_TEXT : `#${hex}`,
    noScroll: true,
    lifetime: holdsS ?? USUAL_LIFE_S,
    lifetimeMode: 0,
  };
}
