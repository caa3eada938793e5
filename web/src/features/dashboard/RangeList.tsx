import { useQuery } from '@tanstack/react-query';
import { colorOf, type Flash, isStale, type Palette, type Range, setpointsOf } from '@tealight/glucose';
import { useNow } from '../../components/use-now.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import { RangeBar } from '../range/RangeBar.tsx';
import classes from './dashboard.module.css';

export type RangeListProps = { range: Range; flash: Flash; palette: Palette };

/** The setpoints with their colors, and which of them flash. */
export function RangeList({ range, flash, palette }: RangeListProps) {
  const points = setpointsOf(range);
  const current = useQuery(readingsQuery).data?.currentCgmReading;
  const now = useNow();
  const isValid = current && !current.stale && !isStale(Date.parse(current.time), now);
  const mark = isValid ? current.value : null;
  const rows = [
    { label: 'High', value: range.high, mgdl: points.highMgdl, flash: flashText(flash.high) },
    { label: 'In range', value: range.inRange, mgdl: points.inRangeMgdl, flash: '' },
    { label: 'Low', value: range.low, mgdl: points.lowMgdl, flash: flashText(flash.low) },
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
        Your lamps turn through these colors as your glucose moves. White means: no current data.
      </p>
    </>
  );
}

const flashText = (on: boolean): string => (on ? 'flash ON' : 'flash OFF');
