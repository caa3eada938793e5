import '@fontsource/poppins/latin-400.css';
import '@fontsource/poppins/latin-500.css';
import '@fontsource/poppins/latin-600.css';
import { keepScreenOn } from './awake.ts';
import { codeForm } from './code-form.ts';
import { controls } from './controls.ts';
import { made } from './dom.ts';
import { codeInAddress, type LampState, lampState } from './lamp-state.ts';
import { lightView } from './light-view.ts';
import { restful } from './rest.ts';
import { lightWords, linkWords } from './words.ts';
import './lamp.css';

const LOOK_EVERY_MS = 5000;

/** Turns a page into a lamp: asks for the code, joins the feed, and is nothing but light from then on. */
export function openLamp(root: HTMLElement): void {
  const state = lampState(() => draw());
  const { draw, ask } = lampElements(root, state);
  listen(state, draw);
  const code = codeInAddress() ?? state.memory.code;
  if (code === null) ask();
  else state.join(code);
}

function lampElements(root: HTMLElement, state: LampState): { draw: () => void; ask: () => void } {
  const { memory, line } = state;
  const view = lightView();
  const door = codeForm((code) => {
    state.join(code);
    wake();
  });
  const ask = () => {
    state.forget();
    door.focus();
  };
  const bar = controls({ memory, changed: state.keep, anotherCode: ask });
  const status = made('p', { className: 'unseen', attrs: { role: 'status' } });
  const main = made('main', { className: 'lamp' }, view.element, door.element, bar.element, status);
  const wake = restful(main);
  root.replaceChildren(main);
  const draw = () => {
    const light = line.light();
    const { dim, showsNumber } = memory;
    const meaning = lightWords(light, showsNumber);
    const isNews = main.dataset.link !== line.link;
    main.dataset.link = line.link;
    main.dataset.asking = String(line.link === 'no-code' || line.link === 'wrong-code');
    if (isNews && line.link === 'wrong-code') door.refuse(memory.code ?? '', linkWords['wrong-code']);
    view.draw({ light, dim, showsNumber, now: state.now() });
    bar.say(meaning, linkWords[line.link]);
    if (status.textContent !== meaning) status.textContent = meaning;
  };
  return { draw, ask };
}

function listen(state: LampState, draw: () => void): void {
  keepScreenOn();
  setInterval(() => {
    draw();
    state.line.doubt();
  }, LOOK_EVERY_MS);
  addEventListener('online', state.line.again);
  addEventListener('hashchange', () => {
    const code = codeInAddress();
    if (code !== null) state.join(code);
  });
}
