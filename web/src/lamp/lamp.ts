import { createElement } from '../dom.ts';
import { keepScreenOn } from '../keep-screen-on.ts';
import { autoHideControls } from './auto-hide-controls.ts';
import { codeForm } from './code-form.ts';
import { controls } from './controls.ts';
import { codeInAddress, type LampState, lampState } from './lamp-state.ts';
import { brightnessShareOf, controlsBrightnessShare } from './light.ts';
import { lightView } from './light-view.ts';
import { feedStateText, lightText } from './text.ts';
import './lamp.css';

const DRAW_EVERY_MS = 5000;

/** Turns the page into a lamp: asks for the code, connects to the feed, and shows the light. */
export function openLamp(root: HTMLElement): void {
  const state = lampState(() => draw());
  const { draw, askForCode } = lampElements(root, state);
  startUpdates(state, draw);
  const code = codeInAddress() ?? state.stored.code;
  if (code === null) askForCode();
  else state.connect(code);
}

function lampElements(root: HTMLElement, state: LampState): { draw: () => void; askForCode: () => void } {
  const { stored, connection } = state;
  const view = lightView();
  const form = codeForm((code) => {
    state.connect(code);
    showControls();
  });
  /** Forgets the stored code, and asks for another. */
  const askForCode = () => {
    state.forget();
    form.focus();
  };
  const controlBar = controls({ stored, onChange: state.change, onChangeCode: askForCode });
  const status = createElement('p', { className: 'visually-hidden', attrs: { role: 'status' } });
  const main = createElement(
    'main',
    { className: 'lamp' },
    view.element,
    form.element,
    controlBar.element,
    status,
  );
  const showControls = autoHideControls(main);
  root.replaceChildren(main);
  const draw = () => {
    const light = connection.light();
    const { dim, showsNumber } = stored;
    const meaning = lightText(light, showsNumber, state.now());
    const hasChanged = main.dataset.state !== connection.state;
    main.dataset.state = connection.state;
    main.dataset.codeForm = String(connection.state === 'no-code' || connection.state === 'wrong-code');
    if (hasChanged && connection.state === 'wrong-code')
      form.showError(stored.code ?? '', feedStateText('wrong-code'));
    main.style.setProperty(
      '--controls-brightness',
      String(controlsBrightnessShare(brightnessShareOf(light, dim))),
    );
    view.draw({ light, dim, showsNumber, now: state.now() });
    controlBar.setText(meaning, feedStateText(connection.state));
    if (status.textContent !== meaning) status.textContent = meaning;
  };
  return { draw, askForCode };
}

function startUpdates(state: LampState, draw: () => void): void {
  keepScreenOn();
  setInterval(() => {
    state.checkClock();
    draw();
    state.connection.reconnectIfReadingExpired();
  }, DRAW_EVERY_MS);
  addEventListener('online', state.connection.reconnect);
  addEventListener('hashchange', () => {
    const code = codeInAddress();
    if (code !== null) state.connect(code);
  });
}
