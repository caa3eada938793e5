import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatePeriod, ProfilePeriod } from '@tealight/contract';
import type { Population, Unit } from '@tealight/glucose';
import { LoadError } from '../../../components/LoadError.tsx';
import { useNearView } from '../../../components/loading/use-near-view.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { lengthText } from '../period/chosen-period.ts';
import { profileQuery } from '../queries.ts';
import { browserZone } from '../settings/use-settings.ts';
import sectionClasses from '../statistics.module.css';
import { AsTable } from '../summary/AsTable.tsx';
import { glucoseText, timeOfDay, timeZoneName } from '../text.ts';
import { ProfileChart } from './ProfileChart.tsx';
import classes from './profile.module.css';
import { hourly, type ProfilePoints } from './profile-shape.ts';

export type ProfileSectionProps = { chosen: ProfilePeriod | DatePeriod; population: Population; unit: Unit };

/** The ambulatory profile of a week or more, loaded when it is scrolled near the view. */
export function ProfileSection({ chosen, population, unit }: ProfileSectionProps) {
  const { container, near } = useNearView();
  const { data, isError, refetch } = useQuery({ ...profileQuery(chosen), enabled: near });
  return (
    <section aria-label={timeInRangeText.profile.title} className={sectionClasses.section}>
      <h3>{timeInRangeText.profile.title}</h3>
      <div ref={container}>
        {data === undefined &&
          (isError ? <LoadError onRetry={refetch} /> : <Skeleton height={280} radius="md" />)}
      </div>
      {data && (
        <p>
          {data.sufficiency.isEnough ? combinedText(data.chosen) : data.sufficiency.sentence}
          {data.timeZone !== browserZone() && (
            <> {timeInRangeText.profile.timeZone({ timeZone: timeZoneName(data.timeZone) })}</>
          )}
        </p>
      )}
      {data && data.points.length > 0 && (
        <>
          <ProfileChart points={data.points} population={population} unit={unit} />
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
            rows={() => tableRows(data.points, unit)}
          />
        </>
      )}
    </section>
  );
}

function combinedText(chosen: ProfilePeriod | DatePeriod): string {
  const length = lengthText(chosen);
  return typeof chosen === 'string'
    ? timeInRangeText.profile.last({ length })
    : timeInRangeText.profile.dates({ length });
}

const tableRows = (points: ProfilePoints, unit: Unit): (readonly string[])[] =>
  hourly(points).map(({ minute, percentiles: { p5, p25, p50, p75, p95 } }) => [
    timeOfDay(minute, { minute: '2-digit' }),
    ...[p5, p25, p50, p75, p95].map((mgdl) => glucoseText(mgdl, unit)),
  ]);
