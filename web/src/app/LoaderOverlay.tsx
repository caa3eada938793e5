import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import classes from './LoaderOverlay.module.css';
import { useOpening } from './opening.ts';

/** Fast calls finish within this; the overlay does not flicker for them (SHELL-8). */
export const LOADER_AFTER_MS = 150;

/** Covers the page while something that the wearer started is under way. Polls in the background do not raise it. */
export function LoaderOverlay() {
  const calling = useIsMutating({ predicate: ({ meta }) => meta?.quiet !== true }) > 0;
  const opening = useOpening();
  const shown = useLasting(calling || opening, LOADER_AFTER_MS);
  return (
    <div role="status" className={classes.place}>
      {shown && (
        <div className={classes.veil}>
          <span className={classes.flame} aria-hidden />
          <span className={classes.word}>Working …</span>
        </div>
      )}
    </div>
  );
}

/** Whether something has been so for a while. */
function useLasting(now: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [now, ms]);
  return now && lasting;
}
