import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

type EntryPosition = 'first' | 'last';

/** The keys, clicks and focus of a menu button (ARIA Authoring Practices, “Menu Button”). */
export function useMenu() {
  const container = useRef<HTMLDivElement>(null);
  const [openedAt, setOpenedAt] = useState<EntryPosition | null>(null);
  const close = () => {
    setOpenedAt(null);
    container.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (openedAt !== null)
      itemsOf(container.current)
        .at(openedAt === 'first' ? 0 : -1)
        ?.focus();
  }, [openedAt]);
  return {
    container,
    opened: openedAt !== null,
    close,
    toggle: () => setOpenedAt((at) => (at === null ? 'first' : null)),
    onButtonKey: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpenedAt(event.key === 'ArrowDown' ? 'first' : 'last');
    },
    onMenuKey: (event: KeyboardEvent) => {
      if (event.key === 'Escape') return close();
      const next = itemForKey(event.key, itemsOf(container.current));
      if (next === null) return;
      event.preventDefault();
      next.focus();
    },
    /** Closes the menu when the focus leaves it. */
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!container.current?.contains(relatedTarget)) setOpenedAt(null);
    },
  };
}

const itemsOf = (container: Element | null) => [
  ...(container?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** The item that a key moves to: arrows wrap around, Home and End, or the next item that starts with the character. */
function itemForKey(key: string, items: readonly HTMLElement[]): HTMLElement | null {
  const currentIndex = items.indexOf(document.activeElement as HTMLElement);
  const at = (index: number) => items[(index + items.length) % items.length] ?? null;
  if (key === 'ArrowDown') return at(currentIndex + 1);
  if (key === 'ArrowUp') return at(currentIndex - 1);
  if (key === 'Home') return at(0);
  if (key === 'End') return at(-1);
  if (key.length !== 1 || key === ' ') return null;
  const rest = [...items.slice(currentIndex + 1), ...items.slice(0, currentIndex + 1)];
  return rest.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}
