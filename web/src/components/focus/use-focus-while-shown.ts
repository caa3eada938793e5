import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Something that appears because it was asked for takes the focus, and gives it back to what had it when it goes.
 * Returns its reference; it needs a `tabIndex`.
 */
export function useFocusWhileShown<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  const opener = useRef<Element>(null);
  // Only now a dialog that was open has given the focus back.
  useEffect(() => {
    opener.current = document.activeElement;
    element.current?.focus();
  }, []);
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown?.contains(document.activeElement) && opener.current instanceof HTMLElement)
        opener.current.focus();
    };
  }, []);
  return element;
}
