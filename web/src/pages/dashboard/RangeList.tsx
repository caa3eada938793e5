import { useQuery } from '@tanstack/react-query';
import { colorOf, type Flash, isStale, type Palette, type Range, setpointsOf } from '@tealight/glucose';
import { RangeBar } from '../../ui/RangeBar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readingsQuery } from '../../ui/wearer-queries.ts';
import classes from './dashboard.module.css';

export type RangeListProps = { range: Range; flash: Flash; palette: Palette };

/** The setpoints with their colours, and which of them flash. */
export function RangeList({ range, flash, palette }: RangeListProps) {
  const points = setpointsOf(range);
  const current = useQuery(readingsQuery).data?.currentCgmReading;
  const now = useNow();
  const holds = current && !current.stale && !isStale(Date.parse(current.time), now);
  const mark = holds ? current.value : null;
  const rows = [
    { label: 'High', value: range.high, mgdl: points.highMgdl, flash: flashWords(flash.high) },
    { label: 'In range', value: range.inRange, mgdl: points.inRangeMgdl, flash: '' },
    { label: 'Low', value: range.low, mgdl: points.lowMgdl, flash: flashWords(flash.low) },
  ];
  return (
    <>
      <RangeBar range={range} palette={palette} mark={mark} />
      <dl className={classes.setpoints}>
        {rows.map(({ label, value, mgdl, flash }) => (
          <div key={label}>
            <dt>
              <i style={{ background: colorOf(mgdl, points, palette) }} />
              {label}
            </dt>
            <dd>
              <b>{value}</b> {range.unit}
              <span>{flash}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        Your lamps turn through these colours as your glucose moves. White means: no current data.
      </p>
    </>
  );
}

const flashWords = (on: boolean): string => (on ? 'flash ON' : 'flash OFF');
