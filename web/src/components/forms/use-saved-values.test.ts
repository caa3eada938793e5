import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismiss, useNotices } from '../../data/notices.ts';
import { useSavedValues } from './use-saved-values.ts';

const replaced = 'Somebody else has saved';

/** A form over what is saved; `saves` is what is read next. */
function form(first: { name: string; isOn: boolean }, byField = false) {
  const { result, rerender } = renderHook(
    ({ saved }) => ({ form: useSavedValues(saved, replaced, { byField }), notices: useNotices() }),
    { initialProps: { saved: first } },
  );
  return {
    values: () => result.current.form.values,
    isJustReplaced: () => result.current.form.isJustReplaced(),
    notices: () => result.current.notices.map(({ message }) => message),
    type: (part: { name?: string; isOn?: boolean }) => act(() => result.current.form.change(part)),
    saveOwn: () => act(() => result.current.form.noteSaved(result.current.form.values)),
    read: (saved: { name: string; isOn: boolean }) => rerender({ saved }),
  };
}

beforeEach(() => dismiss());
afterEach(() => void vi.restoreAllMocks());

test('what others save takes the place of what was typed, and that is said', () => {
  const { values, notices, type, read } = form({ name: 'Ada', isOn: false });
  type({ name: 'Eva' });
  read({ name: 'Ada', isOn: false });
  expect([values(), notices()]).toEqual([{ name: 'Eva', isOn: false }, []]);
  read({ name: 'Ada', isOn: true });
  expect([values(), notices()]).toEqual([{ name: 'Ada', isOn: true }, [replaced]]);
});

test('nothing is said where nothing was typed, or the same', () => {
  const { values, notices, type, read } = form({ name: 'Ada', isOn: false });
  read({ name: 'Ada', isOn: true });
  type({ name: 'Eva' });
  read({ name: 'Eva', isOn: true });
  expect([values(), notices()]).toEqual([{ name: 'Eva', isOn: true }, []]);
});

test('what the form has saved itself may come back in another notation', () => {
  const { values, notices, type, saveOwn, read } = form({ name: 'Ada', isOn: false });
  type({ name: ' Eva ' });
  saveOwn();
  read({ name: 'Eva', isOn: false });
  expect([values(), notices()]).toEqual([{ name: 'Eva', isOn: false }, []]);
});

test('what is typed after a save, before it comes back, is not lost without a word', () => {
  const { notices, type, saveOwn, read } = form({ name: 'Ada', isOn: false });
  type({ name: ' Eva ' });
  saveOwn();
  type({ isOn: true });
  read({ name: 'Eva', isOn: false });
  expect(notices()).toEqual([replaced]);
});

test('[ALM-24] by field, what is typed stays where others have saved something else', () => {
  const { values, notices, isJustReplaced, type, read } = form({ name: 'Ada', isOn: false }, true);
  type({ name: 'Eva' });
  read({ name: 'Ada', isOn: true });
  expect([values(), notices()]).toEqual([{ name: 'Eva', isOn: true }, []]);
  expect(isJustReplaced()).toBe(false);
});

test('[ALM-24] by field, what others save takes the place of what was typed there, and that is said', () => {
  const { values, notices, isJustReplaced, type, read } = form({ name: 'Ada', isOn: false }, true);
  type({ name: 'Eva', isOn: true });
  read({ name: 'Mia', isOn: false });
  expect([values(), notices()]).toEqual([{ name: 'Mia', isOn: true }, [replaced]]);
  expect(isJustReplaced()).toBe(true);
});

test('[ALM-24] by field, what the form has saved itself may come back in another notation, and what is typed since stays', () => {
  const { values, notices, type, saveOwn, read } = form({ name: 'Ada', isOn: false }, true);
  type({ name: ' Eva ' });
  saveOwn();
  type({ isOn: true });
  read({ name: 'Eva', isOn: false });
  expect([values(), notices()]).toEqual([{ name: 'Eva', isOn: true }, []]);
});

test('right after a replacement a press is not for the new values, until one of them is changed', () => {
  const { isJustReplaced, type, read } = form({ name: 'Ada', isOn: false });
  type({ name: 'Eva' });
  expect(isJustReplaced()).toBe(false);
  read({ name: 'Ada', isOn: true });
  expect(isJustReplaced()).toBe(true);
  type({ name: 'Eva' });
  expect(isJustReplaced()).toBe(false);
  read({ name: 'Ada', isOn: false });
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2001);
  expect(isJustReplaced()).toBe(false);
});
