import { fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const { body } = document;
/** Names of the work that has run. */
function begin(...names: string[]): string[] {
  const done: string[] = [];
  for (const name of names) afterPress(() => done.push(name));
  return done;
}

test('what changes the page is done at once while nothing is pressed', () => {
  expect(begin('a')).toEqual(['a']);
});

test('[SHELL-11] while something is pressed it waits for the click, in its order', async () => {
  fireEvent.pointerDown(body);
  fireEvent.mouseDown(body);
  const done = begin('a', 'b');
  fireEvent.pointerUp(body);
  fireEvent.mouseUp(body);
  await vi.advanceTimersByTimeAsync(40);
  expect(done).toEqual([]);
  fireEvent.click(body);
  await Promise.resolve();
  expect(done).toEqual(['a', 'b']);
  expect(begin('c')).toEqual(['c']);
});

test('[SHELL-11] a tap, whose mouse events come after the touch, is one press', async () => {
  fireEvent.pointerDown(body);
  fireEvent.pointerUp(body);
  await vi.advanceTimersByTimeAsync(40);
  fireEvent.mouseDown(body);
  const done = begin('a');
  await vi.advanceTimersByTimeAsync(40);
  expect(done).toEqual([]);
  fireEvent.mouseUp(body);
  fireEvent.click(body);
  await Promise.resolve();
  expect(done).toEqual(['a']);
});

test('a press that is released elsewhere, or becomes the scrolling of a finger, is over', async () => {
  fireEvent.pointerDown(body);
  const released = begin('a');
  fireEvent.pointerUp(body);
  await vi.advanceTimersByTimeAsync(50);
  expect(released).toEqual(['a']);
  fireEvent.pointerDown(body);
  const scrolled = begin('b');
  fireEvent.pointerCancel(body);
  await Promise.resolve();
  expect(scrolled).toEqual(['b']);
});

test('who holds a press does not stop the page', async () => {
  fireEvent.pointerDown(body);
  const done = begin('a');
  await vi.advanceTimersByTimeAsync(2999);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['a']);
  expect(begin('b')).toEqual(['b']);
});

test('a press that moves drags something, which may be drawn', async () => {
  fireEvent.pointerDown(body, { clientX: 100, clientY: 100 });
  const done = begin('a');
  fireEvent.pointerMove(body, { clientX: 105, clientY: 105 });
  await Promise.resolve();
  expect(done).toEqual([]);
  fireEvent.pointerMove(body, { clientX: 120, clientY: 100 });
  await Promise.resolve();
  expect(done).toEqual(['a']);
});

test('a press is over where it opened a list from which something was chosen, not where it left a field', async () => {
  render(createElement('div', {}, createElement('select'), createElement('input')));
  fireEvent.pointerDown(body);
  const done = begin('a');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'b' } });
  await Promise.resolve();
  expect(done).toEqual([]);
  fireEvent.change(screen.getByRole('combobox'));
  await Promise.resolve();
  expect(done).toEqual(['a']);
});

test('a release without a press, as of a press that began elsewhere, delays nothing', () => {
  fireEvent.pointerUp(body);
  expect(begin('a')).toEqual(['a']);
});
