/** How long the controls are shown after the last input. */
const HIDE_AFTER_MS = 6000;

/** Shows the controls on input and hides them after a while; returns the function that shows them. */
export function autoHideControls(lamp: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    // With keyboard focus inside, hiding would lose the focus.
    if (lamp.querySelector('.controls :focus-visible')) return show();
    lamp.dataset.controlsShown = 'false';
  };
  const show = () => {
    lamp.dataset.controlsShown = 'true';
    clearTimeout(timer);
    timer = setTimeout(hide, HIDE_AFTER_MS);
  };
  const hideNow = () => {
    clearTimeout(timer);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    lamp.dataset.controlsShown = 'false';
  };
  for (const event of ['pointerdown', 'pointermove', 'focusin']) lamp.addEventListener(event, show);
  document.addEventListener('keydown', ({ key }) => (key === 'Escape' ? hideNow() : show()));
  show();
  return show;
}
