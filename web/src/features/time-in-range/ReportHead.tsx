import { useQuery } from '@tanstack/react-query';
import type { ChosenPeriod, ReplyOf, readStatistics, StatisticsSettings } from '@tealight/contract';
import type { Population } from '@tealight/glucose';
import { formatMoment } from '../../data/page/page-locale.ts';
import { userQuery } from '../../data/queries.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { datesText, lengthText } from './period/chosen-period.ts';
import classes from './report.module.css';
import { timeZoneName } from './text.ts';

export type ReportHeadProps = {
  period: ReplyOf<typeof readStatistics>['data']['period'];
  population: Population;
  chosen: ChosenPeriod;
  settings: StatisticsSettings | undefined;
};

/** The header of the printed report: name and period. */
export function ReportHead({ period, population, chosen, settings }: ReportHeadProps) {
  const { data: user } = useQuery(userQuery);
  const wearer = useWearer();
  const name = wearer.name ?? [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const timeZone = settings?.timeZone ? timeZoneName(settings.timeZone) : null;
  const dates = typeof chosen === 'string' ? momentsText(period, settings?.timeZone) : datesText(chosen);
  const people = timeInRangeText.people[population];
  return (
    <header className={classes.head}>
      <div>
        <b>{timeInRangeText.report.title}</b>
        <span>{name}</span>
      </div>
      <div>
        <b>{lengthText(chosen)}</b>
        <span>{timeInRangeText.report.dates({ dates, timeZone })}</span>
      </div>
      <div>
        <b>{timeInRangeText.report.product}</b>
        <span>{timeInRangeText.report.goalsFor({ people })}</span>
      </div>
    </header>
  );
}

/** The days on which a period up to now begins and ends, in the time zone that is named beside them. */
function momentsText({ from, to }: ReportHeadProps['period'], timeZone: string | null | undefined): string {
  const options = { dateStyle: 'long', ...(timeZone && { timeZone }) } as const;
  const day = (at: number) => formatMoment(at, options);
  return timeInRangeText.period.dates({ from: day(from), until: day(to) });
}
