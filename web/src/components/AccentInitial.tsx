import type { Accent } from '@tealight/contract';
import classes from './AccentInitial.module.css';

/** The initial of a name on the wearer's color. The name stands beside it, so it is silent. */
export function AccentInitial({ name, accent }: { name: string; accent: Accent }) {
  const [first = ''] = name;
  return (
    <span className={classes.initial} data-accent={accent} aria-hidden="true">
      {first.toLocaleUpperCase()}
    </span>
  );
}
