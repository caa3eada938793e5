import { format } from 'node:util';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';

// A busy machine may take its time to load a page; nothing is asserted of how long it takes.
configure({ asyncUtilTimeout: 30_000 });

// What jsdom lacks and Mantine asks for.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
window.HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.HTMLElement.prototype.scrollIntoView ??= () => {};
window.HTMLElement.prototype.scrollTo ??= () => {};
window.scrollTo = () => {};

/** What React says of a component that changes another one while it is rendered: it is rendered once more for nothing. */
const changedInRender: string[] = [];
const { error } = console;
console.error = (...said: unknown[]) => {
  if (String(said[0]).includes('while rendering a different component'))
    changedInRender.push(format(...said));
  error(...said);
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  expect(changedInRender.splice(0)).toEqual([]);
});
