import { type RefObject, useLayoutEffect } from 'react';

/**
 * Something with a button that goes once it is pressed: the focus moves to the panel, dialog or page around it, or to
 * what takes the place of that, so that the Tab key goes on from there.
 */
export function useFocusToPanel(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      const panel = shown.closest('section, dialog, main') ?? document.querySelector('main');
      const parent = panel?.parentElement;
      const place = [...(parent?.children ?? [])].indexOf(panel as Element);
      focusOn(panel);
      // Once all of this change is on the page, where nothing else has taken the focus. The focus of a dialog that goes
      // is for what has opened it.
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && panel?.isConnected === false && panel.localName !== 'dialog')
          focusOn(parent?.children[place] ?? document.querySelector('main'));
      });
    };
  }, [element]);
}

/** Moves the focus to something that is no control. */
export function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
