import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button that waits is disabled, and browsers then take the focus away. It comes back once nothing is waited for,
 * unless it is elsewhere by now.
 */
export function useFocusAfterWait(isWaiting: boolean, button: RefObject<HTMLElement | null>): void {
  const hasWaited = useRef(false);
  useEffect(() => {
    if (hasWaited.current && !isWaiting && document.activeElement === document.body) button.current?.focus();
    hasWaited.current = isWaiting;
  }, [isWaiting, button]);
}
