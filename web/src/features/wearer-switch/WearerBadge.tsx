import type { ListedWearer } from '@tealight/contract';
import { nameOf } from '../../data/wearer/wearers.ts';
import classes from './wearer-switch.module.css';

/** A wearer's initial on the wearer's color. The name stands beside it, so it is silent. */
export function WearerBadge({ wearer }: { wearer: ListedWearer }) {
  const [initial = ''] = nameOf(wearer);
  return (
    <span className={classes.badge} data-accent={wearer.accent} aria-hidden="true">
      {initial.toLocaleUpperCase()}
    </span>
  );
}
