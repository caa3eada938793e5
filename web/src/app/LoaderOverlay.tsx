import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { commonText } from '../text/common.ts';
import classes from './LoaderOverlay.module.css';
import { useIsPageLoading } from './page-loading.ts';

/** Calls that finish within this time show no overlay, so that it does not flicker (SHELL-8). */
const LOADER_AFTER_MS = 150;

/** Covers the page while a call that the wearer started runs. Background polls do not show it. */
export function LoaderOverlay() {
  const isCalling = useIsMutating({ predicate: ({ meta }) => meta?.quiet !== true }) > 0;
  const isPageLoading = useIsPageLoading();
  const shown = useDelayed(isCalling || isPageLoading, LOADER_AFTER_MS);
  return (
    <div role="status" className={classes.container}>
      {shown && (
        <div className={classes.overlay}>
          <span className={classes.spinner} aria-hidden />
          <span className={classes.label}>{commonText.working}</span>
        </div>
      )}
    </div>
  );
}

/** Whether the condition has been true for `delayMs`. */
function useDelayed(condition: boolean, delayMs: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!condition) return setOver(false);
    const timer = setTimeout(() => setOver(true), delayMs);
    return () => clearTimeout(timer);
  }, [condition, delayMs]);
  return condition && isOver;
}
