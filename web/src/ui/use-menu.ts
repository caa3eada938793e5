import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

type At = 'first' | 'last';

/** The keys, clicks and focus of a menu button (ARIA Authoring Practices, “Menu Button”). */
export function useMenu() {
  const place = useRef<HTMLDivElement>(null);
  const [openedAt, setOpenedAt] = useState<At | null>(null);
  const close = () => {
    setOpenedAt(null);
    place.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (openedAt !== null)
      itemsOf(place.current)
        .at(openedAt === 'first' ? 0 : -1)
        ?.focus();
  }, [openedAt]);
  return {
    place,
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
      const next = keyLeadsTo(event.key, itemsOf(place.current));
      if (next === null) return;
      event.preventDefault();
      next.focus();
    },
    /** The menu closes as soon as the focus is elsewhere. */
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!place.current?.contains(relatedTarget)) setOpenedAt(null);
    },
  };
}

const itemsOf = (place: Element | null) => [
  ...(place?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** Where a key leads inside an open menu: round by arrows, to the ends, or to the next entry with that letter. */
function keyLeadsTo(key: string, items: readonly HTMLElement[]): HTMLElement | null {
  const present = items.indexOf(document.activeElement as HTMLElement);
  const at = (index: number) => items[(index + items.length) % items.length] ?? null;
  if (key === 'ArrowDown') return at(present + 1);
  if (key === 'ArrowUp') return at(present - 1);
  if (key === 'Home') return at(0);
  if (key === 'End') return at(-1);
  if (key.length !== 1 || key === ' ') return null;
  const rest = [...items.slice(present + 1), ...items.slice(0, present + 1)];
  return rest.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}
