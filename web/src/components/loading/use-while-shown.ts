import { useEffect, useRef } from 'react';

/** Whether the component is still on the page, for what happens later. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}

/**
 * The same function, which does nothing once the component is gone: an answer that comes late must not lead away from
 * the page that is open by then.
 */
export function useWhileShown(run: () => unknown): () => void {
  const isShown = useIsShown();
  return () => {
    if (isShown()) run();
  };
}
