import type { ReactNode } from 'react';
import classes from './as-table.module.css';

export type AsTableProps = {
  /** What the table is about: `Time in range`. */
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
};

/** A picture's facts as a table, for those who read instead of look. The first cell of a row names it. */
export function AsTable({ caption, head, rows }: AsTableProps) {
  return (
    <details className={classes.details}>
      <summary>
        As a table<span className={classes.hidden}>: {caption}</span>
      </summary>
      {/* biome-ignore lint/a11y: what scrolls must be reached by the keyboard, and is no landmark */}
      <div className={classes.scroll} role="group" tabIndex={0} aria-label={caption}>
        <table>
          <caption className={classes.hidden}>{caption}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
              <tr key={row}>
                <th scope="row">{cells[0]}</th>
                {cells.slice(1).map((cell, column) => (
                  <td key={head[column + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
