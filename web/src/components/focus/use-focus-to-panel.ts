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
      const panel = shown.closest('section, dialog, main');
      if (panel === null) return;
      const { parentElement } = panel;
      const place = [...(parentElement?.children ?? [])].indexOf(panel);
      focusOn(panel);
      // Once all of this change is on the page.
      queueMicrotask(() => {
        if (!panel.isConnected) focusOn(parentElement?.children[place] ?? document.querySelector('main'));
      });
    };
  }, [element]);
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
