import { useQuery } from '@tanstack/react-query';
import type { ReplyOf, readStatistics, StatisticsPeriod, StatisticsSettings } from '@tealight/contract';
import { pageLocale } from '../../data/page-locale.ts';
import { userQuery } from '../../data/queries.ts';
import classes from './report.module.css';
import { periodText, populationText, timeZoneName } from './text.ts';

export type ReportHeadProps = {
  period: ReplyOf<typeof readStatistics>['data']['period'];
  word: StatisticsPeriod;
  settings: StatisticsSettings | undefined;
};

/** The header of the printed report: name and period. */
export function ReportHead({ period, word, settings }: ReportHeadProps) {
  const { data: user } = useQuery(userQuery);
  const day = (at: number) => new Date(at).toLocaleDateString(pageLocale(), { dateStyle: 'long' });
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return (
    <header className={classes.head}>
      <div>
        <b>Glucose report</b>
        <span>{name}</span>
      </div>
      <div>
        <b>{periodText[word]}</b>
        <span>
          {day(period.from)} to {day(period.to)}
          {settings?.timeZone && `, ${timeZoneName(settings.timeZone)}`}
        </span>
      </div>
      <div>
        <b>Tealight</b>
        <span>Goals for {populationText[settings?.population ?? 'adult']}</span>
      </div>
    </header>
  );
}
