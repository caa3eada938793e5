import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

/** A state in two or three words: something is on, off, or connected but silent. */
export function Pill({ kind, children }: { kind: 'on' | 'off' | 'quiet'; children: ReactNode }) {
  return (
    <span className={classes.pill} data-kind={kind}>
      {children}
    </span>
  );
}
