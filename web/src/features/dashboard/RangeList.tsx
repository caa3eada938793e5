import { colorOf, type Flash, glucoseIn, type Palette, type Range, setpointsOf } from '@tealight/glucose';
import { dashboardText } from '../../text/dashboard.ts';
import { RangeBar } from '../range/RangeBar.tsx';
import { setpointTexts } from '../range/range-values.ts';
import classes from './dashboard.module.css';

/** `mgdl`: the current reading, to mark on the colors. */
export type RangeListProps = { range: Range; flash: Flash; palette: Palette; mgdl: number | null };

/** The setpoints with their colors, and which of them flash. */
export function RangeList({ range, flash, palette, mgdl }: RangeListProps) {
  const points = setpointsOf(range);
  const texts = setpointTexts(range);
  const mark = mgdl === null ? null : glucoseIn(mgdl, range.unit);
  const rows = [
    {
      label: dashboardText.range.setpoints.high,
      value: texts.high,
      mgdl: points.highMgdl,
      flash: flashText(flash.high),
    },
    {
      label: dashboardText.range.setpoints.inRange,
      value: texts.inRange,
      mgdl: points.inRangeMgdl,
      flash: '',
    },
    {
      label: dashboardText.range.setpoints.low,
      value: texts.low,
      mgdl: points.lowMgdl,
      flash: flashText(flash.low),
    },
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
      <p className={classes.note}>{dashboardText.range.note}</p>
    </>
  );
}

const flashText = (on: boolean): string => (on ? dashboardText.range.flashOn : dashboardText.range.flashOff);
