import { type BrowserKey, browserKeys } from '@tealight/contract';

/** What a press of a key means to the remote page; null for what stays with this one. */
export type Press = { text: string } | { key: BrowserKey } | null;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Escape always stays here: it is the way out. So do the browser's own shortcuts, but for 'select all'. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): Press {
  const commanded = ctrlKey || metaKey;
  if (commanded && key.toLowerCase() === 'a' && !altKey) return { key: 'Control+A' };
  // AltGr writes letters, and counts as both.
  if (commanded !== altKey || key === 'Escape') return null;
  if ([...key].length === 1) return { text: key };
  const named = key === 'Tab' && shiftKey ? 'Shift+Tab' : key;
  return isKey(named) ? { key: named } : null;
}

const isKey = (name: string): name is BrowserKey => (browserKeys as readonly string[]).includes(name);

/**
 * What was typed into a field, from what stood in it to what stands there now. An on-screen keyboard presses no
 * keys: it changes the text, and may change a word again while it is being written.
 */
export function typedBetween(before: string, after: string): { erased: number; text: string } {
  const old = [...before];
  const now = [...after];
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  return { erased: old.length - same, text: now.slice(same).join('') };
}
