import { createElement } from './dom.ts';
import type { StoredLamp } from './stored-lamp.ts';
import { canFillScreen, canStayOn, toggleFullScreen } from './wake-lock.ts';
import './controls.css';

export type Controls = {
  element: HTMLElement;
  /** Shows the meaning of the light and the state of the connection. */
  setText: (meaning: string, link: string) => void;
};

export type ControlsOptions = {
  stored: StoredLamp;
  changed: (change: Partial<Pick<StoredLamp, 'dim' | 'showsNumber'>>) => void;
  onChangeCode: () => void;
};

/** The controls that a tap or a key shows: brightness, number, full screen, code. */
export function controls({ stored, changed, onChangeCode }: ControlsOptions): Controls {
  const meaning = createElement('p', { className: 'meaning' });
  const link = createElement('p', { className: 'hint' });
  const dimmer = createElement('input', {
    id: 'dim',
    type: 'range',
    min: '1',
    max: '100',
    value: String(stored.dim),
    oninput: () => changed({ dim: dimmer.valueAsNumber }),
  });
  const number = createElement('input', {
    type: 'checkbox',
    checked: stored.showsNumber,
    attrs: { role: 'switch' },
    onchange: () => changed({ showsNumber: number.checked }),
  });
  const fullScreen = createElement(
    'button',
    { type: 'button', onclick: () => void toggleFullScreen() },
    'Full screen',
  );
  const changeCode = createElement('button', { type: 'button', onclick: onChangeCode }, 'Another code');
  const home = createElement('a', { href: '/' }, 'Dashboard');
  const element = createElement(
    'section',
    { className: 'controls', attrs: { 'aria-label': 'Lamp controls' } },
    createElement('div', {}, meaning, link),
    createElement(
      'div',
      { className: 'row' },
      createElement('label', { htmlFor: 'dim' }, 'Brightness'),
      dimmer,
    ),
    createElement(
      'div',
      { className: 'row' },
      createElement('label', { className: 'switch' }, number, 'Show the number'),
    ),
    createElement('div', { className: 'row' }, ...(canFillScreen() ? [fullScreen] : []), changeCode, home),
  );
  if (!canStayOn()) {
    const tip = 'This browser lets the screen sleep. Switch that off in the settings of the device.';
    element.append(createElement('p', { className: 'hint' }, tip));
  }
  return {
    element,
    setText: (meaningText, connectionText) => {
      meaning.textContent = meaningText;
      link.textContent = connectionText;
    },
  };
}
