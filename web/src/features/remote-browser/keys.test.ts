import { expect, test } from 'vitest';
import { keyInputOf, textChange } from './keys.ts';
import { mergeScrolls } from './scroll.ts';

const press = (key: string, more = {}) =>
  keyInputOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test.each(['a', 'A', 'ß', '@', ' ', '🙂'])('%j is written', (key) => {
  expect(press(key)).toEqual({ text: key });
});

test('signs that AltGr makes are written too', () => {
  expect(press('@', { ctrlKey: true, altKey: true })).toEqual({ text: '@' });
});

test.each(['Enter', 'Tab', 'Backspace', 'ArrowLeft'])('%s is pressed', (key) => {
  expect(press(key)).toEqual({ key });
});

test('back by Tab, and everything selected', () => {
  expect(press('Tab', { shiftKey: true })).toEqual({ key: 'Shift+Tab' });
  expect(press('a', { metaKey: true })).toEqual({ key: 'Control+A' });
});

test.each([
  ['Escape', {}],
  ['r', { ctrlKey: true }],
  ['v', { metaKey: true }],
  ['F5', {}],
  ['Dead', {}],
  ['Unidentified', {}],
])('%s %j stays with the window', (key, more) => {
  expect(press(key, more)).toBeNull();
});

test('what an on-screen keyboard changed is erased and written again', () => {
  expect(textChange(' he', ' hel')).toEqual({ erased: 0, text: 'l' });
  expect(textChange(' helo', ' hello')).toEqual({ erased: 1, text: 'lo' });
  expect(textChange(' 🙂', ' ')).toEqual({ erased: 1, text: '' });
});

test('turns of the wheel that come too fast are sent together, none is lost', async () => {
  const sent: number[] = [];
  const done = Promise.withResolvers<void>();
  const scroll = mergeScrolls<null>(async ({ down }) => {
    sent.push(down);
    await done.promise;
  });
  for (const down of [1, 2, 3, 4]) scroll({ right: 0, down }, null);
  done.resolve();
  await new Promise((resume) => setTimeout(resume));
  expect(sent).toEqual([1, 9]);
});
