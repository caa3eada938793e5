import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatePeriod, ProfilePeriod } from '@tealight/contract';
import type { Population, Unit } from '@tealight/glucose';
import { Suspense } from 'react';
import { LoadError } from '../../../components/LoadError.tsx';
import { lazyComponent } from '../../../components/loading/lazy-component.tsx';
import { useNearView } from '../../../components/loading/use-near-view.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { lengthText } from '../period/chosen-period.ts';
import { profileQuery } from '../queries.ts';
import sectionClasses from '../statistics.module.css';
import { browserZone, timeZoneName } from '../text.ts';

/** The dashboard opens with a day, which has no profile: its first files leave this one out. */
const ProfileFigure = lazyComponent(async () => (await import('./ProfileFigure.tsx')).ProfileFigure);

export type ProfileSectionProps = { chosen: ProfilePeriod | DatePeriod; population: Population; unit: Unit };

/** The ambulatory profile of a week or more, loaded when it is scrolled near the view. */
export function ProfileSection({ chosen, population, unit }: ProfileSectionProps) {
  const { container, near } = useNearView();
  const { data, isError, refetch } = useAnswer(useQuery({ ...profileQuery(chosen), enabled: near }));
  return (
    <section aria-label={timeInRangeText.profile.title} className={sectionClasses.section}>
      <h3>{timeInRangeText.profile.title}</h3>
      <div ref={container}>
        {data === undefined && (isError ? <LoadError onRetry={refetch} /> : <Waiting />)}
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
        <Suspense fallback={<Waiting />}>
          <ProfileFigure points={data.points} population={population} unit={unit} />
        </Suspense>
      )}
    </section>
  );
}

/** As high as the figure. */
const Waiting = () => <Skeleton height={280} radius="md" />;

function combinedText(chosen: ProfilePeriod | DatePeriod): string {
  const length = lengthText(chosen);
  return typeof chosen === 'string'
    ? timeInRangeText.profile.last({ length })
    : timeInRangeText.profile.dates({ length });
}
