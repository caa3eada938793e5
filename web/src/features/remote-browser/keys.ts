import { type BrowserKey, browserKeys } from '@tealight/contract';

/** A key press as text or as a named key for the remote page; null when this page handles it. */
export type KeyInput = { text: string } | { key: BrowserKey } | null;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Escape closes this window and is not sent, nor are the browser's own shortcuts, except “select all”. */
export function keyInputOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): KeyInput {
  const hasCommandKey = ctrlKey || metaKey;
  if (hasCommandKey && key.toLowerCase() === 'a' && !altKey) return { key: 'Control+A' };
  // AltGr types characters, and browsers report it as Ctrl and Alt.
  if (hasCommandKey !== altKey || key === 'Escape') return null;
  if ([...key].length === 1) return { text: key };
  const named = key === 'Tab' && shiftKey ? 'Shift+Tab' : key;
  return isKey(named) ? { key: named } : null;
}

const isKey = (name: string): name is BrowserKey => (browserKeys as readonly string[]).includes(name);

/**
 * The difference between two values of a field. An on-screen keyboard sends no key events: it changes the text, and
 * may replace a word while it is being typed.
 */
export function textChange(before: string, after: string): { erased: number; text: string } {
  const old = [...before];
  const now = [...after];
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  return { erased: old.length - same, text: now.slice(same).join('') };
}
