import { canFillScreen, canStayOn, toggleFullScreen } from './awake.ts';
import { made } from './dom.ts';
import type { Memory } from './memory.ts';

export type Controls = {
  element: HTMLElement;
  /** What the light means and how the lamp stands with its feed. */
  say: (meaning: string, link: string) => void;
};

export type ControlsWish = {
  memory: Memory;
  changed: (change: Partial<Pick<Memory, 'dim' | 'showsNumber'>>) => void;
  anotherCode: () => void;
};

/** The dimmer and the few switches that a tap or a key brings up. */
export function controls({ memory, changed, anotherCode }: ControlsWish): Controls {
  const meaning = made('p', { className: 'meaning' });
  const link = made('p', { className: 'hint' });
  const dimmer = made('input', {
    id: 'dim',
    type: 'range',
    min: '1',
    max: '100',
    value: String(memory.dim),
    oninput: () => changed({ dim: dimmer.valueAsNumber }),
  });
  const number = made('input', {
    type: 'checkbox',
    checked: memory.showsNumber,
    attrs: { role: 'switch' },
    onchange: () => changed({ showsNumber: number.checked }),
  });
  const fill = made('button', { type: 'button', onclick: () => void toggleFullScreen() }, 'Full screen');
  const another = made('button', { type: 'button', onclick: anotherCode }, 'Another code');
  const home = made('a', { href: '/' }, 'Dashboard');
  const element = made(
    'section',
    { className: 'controls', attrs: { 'aria-label': 'Lamp controls' } },
    made('div', {}, meaning, link),
    made('div', { className: 'row' }, made('label', { htmlFor: 'dim' }, 'Brightness'), dimmer),
    made('div', { className: 'row' }, made('label', { className: 'switch' }, number, 'Show the number')),
    made('div', { className: 'row' }, ...(canFillScreen() ? [fill] : []), another, home),
  );
  if (!canStayOn()) {
    const tip = 'This browser lets the screen sleep. Switch that off in the settings of the device.';
    element.append(made('p', { className: 'hint' }, tip));
  }
  return {
    element,
    say: (words, linkSentence) => {
      meaning.textContent = words;
      link.textContent = linkSentence;
    },
  };
}
