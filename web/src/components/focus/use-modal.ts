import { type RefObject, useEffect, useRef } from 'react';

/**
 * Shows a dialog while it is `opened` and rendered. Browsers give the focus back to what had it when a dialog is closed,
 * but not when it leaves the page open: then it is done here, unless the focus is elsewhere by now.
 */
export function useModal(opened = true): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (!opened || shown === null) return;
    const opener = document.activeElement;
    shown.showModal();
    return () => {
      if (shown.isConnected) shown.close();
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [opened]);
  return dialog;
}
