import type { Population, Unit } from '@tealight/glucose';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { AsTable } from '../summary/AsTable.tsx';
import { glucoseText, timeOfDay } from '../text.ts';
import { ProfileChart } from './ProfileChart.tsx';
import classes from './profile.module.css';
import { hourly, type ProfilePoints } from './profile-shape.ts';

export type ProfileFigureProps = { points: ProfilePoints; population: Population; unit: Unit };

/** The profile as a chart, with its key and as a table. */
export function ProfileFigure({ points, population, unit }: ProfileFigureProps) {
  return (
    <>
      <ProfileChart points={points} population={population} unit={unit} />
      <ul className={classes.keys}>
        <li>
          <i /> {timeInRangeText.profile.median}
        </li>
        <li>
          <i /> {timeInRangeText.profile.middleHalf}
        </li>
        <li>
          <i /> {timeInRangeText.profile.middleMost}
        </li>
      </ul>
      <AsTable
        caption={timeInRangeText.profile.table}
        head={Object.values(timeInRangeText.profile.columns)}
        rows={() => tableRows(points, unit)}
      />
    </>
  );
}

const tableRows = (points: ProfilePoints, unit: Unit): (readonly string[])[] =>
  hourly(points).map(({ minute, percentiles: { p5, p25, p50, p75, p95 } }) => [
    timeOfDay(minute, { minute: '2-digit' }),
    ...[p5, p25, p50, p75, p95].map((mgdl) => glucoseText(mgdl, unit)),
  ]);
