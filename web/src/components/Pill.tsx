import type { ReactNode } from 'react';
import classes from './Pill.module.css';

/** A status badge. `quiet`: connected but without current data. */
export function Pill({ kind, children }: { kind: 'on' | 'off' | 'quiet'; children: ReactNode }) {
  return (
    <span className={classes.pill} data-kind={kind}>
      {children}
    </span>
  );
}
