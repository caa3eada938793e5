/** A touch makes its mouse events, and with them its click, only after it has ended. In milliseconds; own choice. */
const CLICK_FOLLOWS_MS = 50;

/**
 * What is pressed for longer is held: the page goes on. Unsteady hands press for longer than others. In milliseconds; own
 * choice.
 */
const LONGEST_PRESS_MS = 3000;

/** What moves further drags something, as a chart, which is loaded meanwhile. In CSS pixels; own choice. */
const DRAG_PX = 16;

let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
let waiting: (() => void)[] = [];

/**
 * Runs what may move the page: at once, or while something is pressed, once that is over, in the order of the calls.
 * A control that moves between press and release is not activated, as the pointer is released on something else.
 */
export function afterPress(work: () => void): void {
  if (press === null) work();
  else waiting.push(work);
}

function begin({ clientX: x, clientY: y }: MouseEvent): void {
  clearTimeout(press?.timer);
  press = { timer: setTimeout(end, LONGEST_PRESS_MS), x, y };
}

function release(): void {
  if (press === null) return;
  clearTimeout(press.timer);
  press.timer = setTimeout(end, CLICK_FOLLOWS_MS);
}

function move({ clientX, clientY }: MouseEvent): void {
  if (press !== null && Math.hypot(clientX - press.x, clientY - press.y) > DRAG_PX) end();
}

function end(): void {
  clearTimeout(press?.timer);
  press = null;
  const due = waiting;
  waiting = [];
  // One that fails does not prevent the others.
  for (const work of due) queueMicrotask(work);
}

const follow = (names: (keyof WindowEventMap)[], listener: (event: MouseEvent) => unknown): void => {
  for (const name of names) addEventListener(name, listener as (event: Event) => unknown, true);
};
follow(['pointerdown', 'mousedown'], begin);
follow(['pointermove'], move);
follow(['pointerup', 'mouseup'], release);
follow(['pointercancel'], end);
// When what was pressed has done its work.
addEventListener('click', end);
// Of a press that opens the list of a select, nothing else may be seen. Fields report a change when a press leaves them.
follow(['change'], ({ target }) => target instanceof HTMLSelectElement && end());
