import { type RefObject, useLayoutEffect } from 'react';

/**
 * Something with a button that goes once it is pressed: the focus moves to the panel, dialog or page around it, so that
 * the Tab key goes on from there.
 */
export function useFocusToPanel(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      const panel = shown.closest<HTMLElement>('section, dialog, main');
      if (panel === null) return;
      panel.tabIndex = -1;
      panel.focus({ preventScroll: true });
    };
  }, [element]);
}
