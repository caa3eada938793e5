import { useQuery } from '@tanstack/react-query';
import type { ReplyOf, StoryPeriod, StorySettings, storyStatistics } from '@tealight/contract';
import { userQuery } from '../../../queries.ts';
import classes from './report.module.css';
import { periodWords, populationWords } from './words.ts';

export type ReportHeadProps = {
  period: ReplyOf<typeof storyStatistics>['data']['period'];
  word: StoryPeriod;
  settings: StorySettings | undefined;
};

/** What stands above the report on paper: whose it is, and of which days. */
export function ReportHead({ period, word, settings }: ReportHeadProps) {
  const { data: user } = useQuery(userQuery);
  const day = (at: number) => new Date(at).toLocaleDateString([], { dateStyle: 'long' });
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return (
    <header className={classes.head}>
      <div>
        <b>Glucose report</b>
        <span>{name}</span>
      </div>
      <div>
        <b>{periodWords[word]}</b>
        <span>
          {day(period.from)} to {day(period.to)}
          {settings?.timeZone && `, ${settings.timeZone.replaceAll('_', ' ')}`}
        </span>
      </div>
      <div>
        <b>Tealight</b>
        <span>Goals for {populationWords[settings?.population ?? 'adult']}</span>
      </div>
    </header>
  );
}
