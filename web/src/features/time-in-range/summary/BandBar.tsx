import type { Unit } from '@tealight/glucose';
import classes from './band-bar.module.css';
import type { BandRow } from './bands.ts';

export type BandBarProps = { rows: readonly BandRow[]; unit: Unit };

/** The five bands as one bar, and below it the same as text. */
export function BandBar({ rows, unit }: BandBarProps) {
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {rows.map(({ band, share }) =>
          share > 0 ? <i key={band} data-band={band} style={{ flexGrow: share }} /> : null,
        )}
      </div>
      <dl className={classes.bands}>
        {rows.map(({ band, name, limits, percent, time }) => (
          <div key={band}>
            <dt>
              <i data-band={band} aria-hidden="true" />
              <span>
                {name} <small>{`${limits} ${unit}`}</small>
              </span>
            </dt>
            <dd>
              <b>{percent}</b> <span>{time}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
