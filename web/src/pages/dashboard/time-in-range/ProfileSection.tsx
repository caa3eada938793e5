import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProfilePeriod } from '@tealight/contract';
import type { Population, Unit } from '@tealight/glucose';
import { Failed } from '../../../ui/Failed.tsx';
import { AsTable } from './AsTable.tsx';
import { ProfileChart } from './ProfileChart.tsx';
import classes from './profile.module.css';
import { hourly, type ProfilePoints } from './profile-shape.ts';
import { profileQuery } from './queries.ts';
import story from './story.module.css';
import { browserZone } from './use-settings.ts';
import { levelWords, periodWords, timeOfDay } from './words.ts';

export type ProfileSectionProps = { period: ProfilePeriod; population: Population; unit: Unit };

/** The ambulatory profile of a week or more. */
export function ProfileSection({ period, population, unit }: ProfileSectionProps) {
  const { data, isError, refetch } = useQuery(profileQuery(period));
  return (
    <section aria-label="A usual day" className={story.section}>
      <h3>A usual day</h3>
      {data === undefined && (isError ? <Failed again={refetch} /> : <Skeleton height={280} radius="md" />)}
      {data && (
        <p>
          {data.sufficiency.isEnough
            ? `The last ${periodWords[period]}, laid over each other from midnight to midnight.`
            : data.sufficiency.sentence}
          {data.timeZone !== browserZone() && ` Times are those of ${zoneWords(data.timeZone)}.`}
        </p>
      )}
      {data && data.points.length > 0 && (
        <>
          <ProfileChart points={data.points} population={population} unit={unit} />
          <ul className={classes.keys}>
            <li>
              <i /> the middle of all days
            </li>
            <li>
              <i /> half of all days
            </li>
            <li>
              <i /> nine days of ten
            </li>
          </ul>
          <AsTable
            caption="A usual day, by the hour"
            head={tableHead}
            rows={() => tableRows(data.points, unit)}
          />
        </>
      )}
    </section>
  );
}

/** A zone's name as people write it. */
const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

const tableHead = ['Time', 'Lowest 5%', 'Lowest 25%', 'Middle', 'Highest 25%', 'Highest 5%'];

const tableRows = (points: ProfilePoints, unit: Unit): (readonly string[])[] =>
  hourly(points).map(({ minute, percentiles: { p5, p25, p50, p75, p95 } }) => [
    timeOfDay(minute, { minute: '2-digit' }),
    ...[p5, p25, p50, p75, p95].map((mgdl) => levelWords(mgdl, unit)),
  ]);
