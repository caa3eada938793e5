import { showDelta, trendArrows } from '@tealight/glucose';
import { play, type Rhythm, rhythmOf } from '../../ui/glow-rhythm.ts';
import { made } from './dom.ts';
import { inkOnDimmed, type Light } from './light.ts';
import { ageOf } from './words.ts';

/** How one moment of the lamp looks: its light, dimmed to `dim` percent, with the number when asked. */
export type Shown = { light: Light; dim: number; showsNumber: boolean; now: number };
export type LightView = { element: HTMLElement; draw: (shown: Shown) => void };

/** One slow turn of the drift that keeps a still light from burning into the screen. */
const DRIFT_TURN_MS = 20 * 60_000;
const DRIFT_PERCENT = 4;

/** The light itself: all that is seen of a lamp at rest. */
export function lightView(): LightView {
  const number = made('p', { className: 'number', attrs: { 'aria-hidden': 'true' } });
  const glow = made('div', { className: 'glow' }, made('div', { className: 'disc' }));
  const element = made('div', { className: 'light' }, glow, number);
  const move = mover(glow);
  return {
    element,
    draw: (shown) => {
      const { light, dim, now } = shown;
      const share = (dim / 100) * screenShare(light.brightness);
      element.style.setProperty('--glow', light.color);
      element.style.setProperty('--brightness', String(share));
      element.style.setProperty('--ink', inkOnDimmed(light.color, share));
      drift(element, now);
      move(rhythmOf(light.moving));
      number.style.setProperty('--letters', String(light.reading?.text.length ?? 0));
      number.replaceChildren(...numberOf(shown));
    },
  };
}

// Brightness is told as light, as LEDs take it; a screen's channels are roughly its 2.2th root (IEC 61966-2-1).
const screenShare = (brightness: number) => brightness ** (1 / 2.2);

function numberOf({ light: { reading, brightness }, showsNumber, now }: Shown): Node[] {
  if (!showsNumber || reading === null || reading.value === null || brightness === 0) return [];
  const delta = reading.delta === null ? '' : ` ${showDelta(reading.delta, reading.unit)}`;
  return [
    made('b', {}, reading.text),
    made('span', {}, `${trendArrows[reading.trend]}${delta} ${reading.unit}`),
    made('small', {}, ageOf(reading, now)),
  ];
}

/** Plays a rhythm, and changes step only when the rhythm does. */
function mover(glow: HTMLElement): (rhythm: Rhythm | null) => void {
  let playing: Rhythm | null = null;
  let stop = () => {};
  return (rhythm) => {
    if (rhythm === playing) return;
    stop();
    playing = rhythm;
    stop = rhythm === null ? () => {} : play(glow, rhythm);
  };
}

function drift(element: HTMLElement, now: number): void {
  const turn = (2 * Math.PI * (now % DRIFT_TURN_MS)) / DRIFT_TURN_MS;
  element.style.setProperty('--drift-x', `${(DRIFT_PERCENT * Math.cos(turn)).toFixed(2)}%`);
  element.style.setProperty('--drift-y', `${(DRIFT_PERCENT * Math.sin(turn)).toFixed(2)}%`);
}
