import { isBeyondSensor, showDelta, trendArrows } from '@tealight/glucose';
import { createElement } from '../dom.ts';
import { alarmPatternOf, type FlashPattern, flashPatternOf, play } from '../features/reading/flash-timing.ts';
import { brightnessShareOf, inkOnDimmed, type Light } from './light.ts';
import { ageOf, snoozeText } from './text.ts';
import './light.css';

/** One frame of the lamp: its light, dimmed to `dim` percent, optionally with the number. */
export type LampFrame = { light: Light; dim: number; showsNumber: boolean; now: number };
export type LightView = { element: HTMLElement; draw: (frame: LampFrame) => void };

/**
 * One slow turn of the drift that keeps a still light from burning into the screen. Reduced motion has it too, in
 * steps of a thousandth of the screen every few seconds that the eye does not see: burn-in would be for good.
 */
const DRIFT_TURN_MS = 20 * 60_000;
const DRIFT_PERCENT = 4;

/** The light itself, without the controls. */
export function lightView(): LightView {
  const number = createElement('p', { className: 'number', attrs: { 'aria-hidden': 'true' } });
  const glow = createElement('div', { className: 'glow' }, createElement('div', { className: 'disc' }));
  const element = createElement('div', { className: 'light' }, glow, number);
  const move = mover(glow);
  return {
    element,
    draw: (frame) => {
      const { light, dim, now } = frame;
      const share = brightnessShareOf(light, dim);
      element.style.setProperty('--glow', light.color);
      element.style.setProperty('--brightness', String(share));
      element.style.setProperty('--ink', inkOnDimmed(light.color, share));
      drift(element, now);
      move(light.alarm === null ? flashPatternOf(light.motion) : alarmPatternOf(light.alarm));
      number.style.setProperty('--characters', String(light.reading?.text.length ?? 0));
      number.replaceChildren(...textsOf(frame));
    },
  };
}

/** The number, and the countdown of a snooze; nothing on a dark lamp. */
function textsOf(frame: LampFrame): Node[] {
  const { snooze, brightness } = frame.light;
  if (brightness === 0) return [];
  const countdown = snooze === null ? [] : [createElement('small', {}, snoozeText(snooze, frame.now))];
  return [...numberOf(frame), ...countdown];
}

function numberOf({ light: { reading }, showsNumber, now }: LampFrame): Node[] {
  if (!showsNumber || reading === null || reading.value === null) return [];
  const { value, unit, trend } = reading;
  const delta = reading.delta === null ? '' : ` ${showDelta(reading.delta, unit)}`;
  const inUnit = isBeyondSensor(value, unit) ? '' : ` ${unit}`;
  return [
    createElement('b', {}, reading.text),
    createElement('span', {}, `${trendArrows[trend]}${delta}${inUnit}`),
    createElement('small', {}, ageOf(reading, now)),
  ];
}

/** Plays a rhythm, and changes step only when the rhythm does. */
function mover(glow: HTMLElement): (pattern: FlashPattern | null) => void {
  let playing: FlashPattern | null = null;
  let stop = () => {};
  return (pattern) => {
    if (pattern === playing) return;
    stop();
    playing = pattern;
    stop = pattern === null ? () => {} : play(glow, pattern);
  };
}

function drift(element: HTMLElement, now: number): void {
  const turn = (2 * Math.PI * (now % DRIFT_TURN_MS)) / DRIFT_TURN_MS;
  element.style.setProperty('--drift-x', `${(DRIFT_PERCENT * Math.cos(turn)).toFixed(2)}%`);
  element.style.setProperty('--drift-y', `${(DRIFT_PERCENT * Math.sin(turn)).toFixed(2)}%`);
}
