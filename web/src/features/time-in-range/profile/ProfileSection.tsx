import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProfilePeriod } from '@tealight/contract';
import type { Population, Unit } from '@tealight/glucose';
import { LoadError } from '../../../components/LoadError.tsx';
import { profileQuery } from '../queries.ts';
import { browserZone } from '../settings/use-settings.ts';
import sectionClasses from '../statistics.module.css';
import { AsTable } from '../summary/AsTable.tsx';
import { glucoseText, periodText, timeOfDay, timeZoneName } from '../text.ts';
import { ProfileChart } from './ProfileChart.tsx';
import classes from './profile.module.css';
import { hourly, type ProfilePoints } from './profile-shape.ts';

export type ProfileSectionProps = { period: ProfilePeriod; population: Population; unit: Unit };

/** The ambulatory profile of a week or more. */
export function ProfileSection({ period, population, unit }: ProfileSectionProps) {
  const { data, isError, refetch } = useQuery(profileQuery(period));
  return (
    <section aria-label="Typical day (AGP)" className={sectionClasses.section}>
      <h3>Typical day (AGP)</h3>
      {data === undefined &&
        (isError ? <LoadError onRetry={refetch} /> : <Skeleton height={280} radius="md" />)}
      {data && (
        <p>
          {data.sufficiency.isEnough
            ? `The last ${periodText[period]}, combined into one day.`
            : data.sufficiency.sentence}
          {data.timeZone !== browserZone() && ` Times are those of ${timeZoneName(data.timeZone)}.`}
        </p>
      )}
      {data && data.points.length > 0 && (
        <>
          <ProfileChart points={data.points} population={population} unit={unit} />
          <ul className={classes.keys}>
            <li>
              <i /> median
            </li>
            <li>
              <i /> middle 50%
            </li>
            <li>
              <i /> middle 90%
            </li>
          </ul>
          <AsTable
            caption="Typical day (AGP), by the hour"
            head={tableHead}
            rows={() => tableRows(data.points, unit)}
          />
        </>
      )}
    </section>
  );
}

const tableHead = ['Time', 'Lowest 5%', 'Lowest 25%', 'Middle', 'Highest 25%', 'Highest 5%'];

const tableRows = (points: ProfilePoints, unit: Unit): (readonly string[])[] =>
  hourly(points).map(({ minute, percentiles: { p5, p25, p50, p75, p95 } }) => [
    timeOfDay(minute, { minute: '2-digit' }),
    ...[p5, p25, p50, p75, p95].map((mgdl) => glucoseText(mgdl, unit)),
  ]);
