import { useState } from 'react';
import { Sentence } from '../../../text/Sentence.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from './as-table.module.css';

export type AsTableProps = {
  /** What the table is about: `Time in range`. */
  caption: string;
  head: readonly string[];
  /** Computed only when the table is opened: a day can have more than a thousand rows. */
  rows: () => readonly (readonly string[])[];
};

/** The data of a chart as a table, for screen readers and everybody else. The first cell is the row header. */
export function AsTable({ caption, head, rows }: AsTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Sentence
          text={timeInRangeText.asTable({ about: caption })}
          parts={{ about: (words) => <span className={classes.hidden}>{words}</span> }}
        />
      </summary>
      {open && <Table caption={caption} head={head} rows={rows()} />}
    </details>
  );
}

type TableProps = Omit<AsTableProps, 'rows'> & { rows: readonly (readonly string[])[] };

function Table({ caption, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y: what scrolls must be reached by the keyboard, and is no landmark
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
  );
}
