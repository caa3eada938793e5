import { createElement } from '../dom.ts';
import { lampText } from '../text/lamp.ts';
import type { StoredLamp } from './stored-lamp.ts';
import './controls.css';

export type Controls = {
  element: HTMLElement;
  /** Shows the meaning of the light and the state of the connection. */
  setText: (meaning: string, connectionStatus: string) => void;
};

export type ControlsOptions = {
  stored: StoredLamp;
  onChange: (change: Partial<Pick<StoredLamp, 'dim' | 'showsNumber'>>) => void;
  onChangeCode: () => void;
};

/** The controls that a tap or a key shows: brightness, number, full screen, code. */
export function controls({ stored, onChange, onChangeCode }: ControlsOptions): Controls {
  const meaning = createElement('p', { className: 'meaning' });
  const connectionStatus = createElement('p', { className: 'hint' });
  const brightness = createElement('input', {
    id: 'brightness',
    type: 'range',
    min: '1',
    max: '100',
    value: String(stored.dim),
    oninput: () => onChange({ dim: brightness.valueAsNumber }),
  });
  const number = createElement('input', {
    type: 'checkbox',
    checked: stored.showsNumber,
    attrs: { role: 'switch' },
    onchange: () => onChange({ showsNumber: number.checked }),
  });
  const fullScreen = createElement(
    'button',
    { type: 'button', onclick: () => void toggleFullScreen() },
    lampText.controls.fullScreen,
  );
  const changeCode = createElement(
    'button',
    { type: 'button', onclick: onChangeCode },
    lampText.controls.otherCode,
  );
  const dashboardLink = createElement('a', { href: '/' }, lampText.controls.dashboard);
  const element = createElement(
    'section',
    { className: 'controls', attrs: { 'aria-label': lampText.controls.section } },
    createElement('div', {}, meaning, connectionStatus),
    createElement(
      'div',
      { className: 'row' },
      createElement('label', { htmlFor: 'brightness' }, lampText.controls.brightness),
      brightness,
    ),
    createElement(
      'div',
      { className: 'row' },
      createElement('label', { className: 'switch' }, number, lampText.controls.showNumber),
    ),
    createElement(
      'div',
      { className: 'row' },
      ...(canFillScreen() ? [fullScreen] : []),
      changeCode,
      dashboardLink,
    ),
  );
  if (!canStayOn()) element.append(createElement('p', { className: 'hint' }, lampText.controls.screenSleeps));
  return {
    element,
    setText: (meaningText, connectionText) => {
      meaning.textContent = meaningText;
      connectionStatus.textContent = connectionText;
    },
  };
}

const canStayOn = (): boolean => 'wakeLock' in navigator;
const canFillScreen = (): boolean => document.fullscreenEnabled === true;

/** Fills the screen, or leaves it again. */
async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
}
