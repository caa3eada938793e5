import type { ReactNode } from 'react';
import classes from './BesideOrb.module.css';

/** The orb of a panel with what is said beside it; in a narrow panel, below it. */
export function BesideOrb({ orb, children }: { orb: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.reading}>
      {orb}
      <div className={classes.beside}>{children}</div>
    </div>
  );
}
