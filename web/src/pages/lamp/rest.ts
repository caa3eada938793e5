/** How long the controls stay after the last touch or key. */
const REST_AFTER_MS = 6000;

/** Brings the controls up on a tap or a key and puts the lamp to rest again; returns how to wake it. */
export function restful(lamp: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    // Someone who moves by keyboard is still there; hiding would lose their place.
    if (lamp.querySelector('.controls :focus-visible')) return wake();
    lamp.dataset.awake = 'false';
  };
  const wake = () => {
    lamp.dataset.awake = 'true';
    clearTimeout(timer);
    timer = setTimeout(rest, REST_AFTER_MS);
  };
  const atOnce = () => {
    clearTimeout(timer);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    lamp.dataset.awake = 'false';
  };
  for (const event of ['pointerdown', 'pointermove', 'focusin']) lamp.addEventListener(event, wake);
  document.addEventListener('keydown', ({ key }) => (key === 'Escape' ? atOnce() : wake()));
  wake();
  return wake;
}
