import {
  type ChosenPeriod,
  FUTURE_DATES,
  glucoseChart,
  glucoseProfile,
  readStatistics,
  type StatisticsPeriod,
  saveStatisticsSettings,
  statisticsSettings,
} from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockBoth } from '../people/access-changes.ts';

/** Each costs up to 0.1 s of the processor. */
const longPeriods: readonly (StatisticsPeriod | undefined)[] = ['30d', '90d'];

/** Counts numbers of a long period up to now, for an account or a share link. Throws `too-many-tries`. */
export async function spendOnLong(
  budgets: Pick<Dependencies['budgets'], 'spend'>,
  period: StatisticsPeriod | undefined,
  key: string | number,
): Promise<void> {
  if (longPeriods.includes(period)) await budgets.spend('long-statistics', key);
}

/** Time in range, chart and profile, and the settings that decide how they are calculated. */
export function serveStatistics(api: Api, { statistics, store, changes, budgets }: Dependencies): void {
  const spendOnPast = async (wearerId: number, isPast: boolean) => {
    if (isPast) await budgets.spend('past-statistics', wearerId);
  };

  serve(api, readStatistics, async ({ query, principal: { wearerId, accountId } }) => {
    await spendOnPast(wearerId, query.from !== undefined);
    await spendOnLong(budgets, query.period, accountId);
    return { data: notInFuture(await statistics.statisticsFor(wearerId, chosenIn(query))) };
  });

  serve(api, glucoseChart, async ({ query: { span, until }, principal: { wearerId } }) => {
    await spendOnPast(wearerId, until !== undefined);
    const end = until === undefined ? until : Date.parse(until);
    return { data: await statistics.chartFor(wearerId, span, end) };
  });

  serve(api, glucoseProfile, async ({ query, principal: { wearerId, accountId } }) => {
    await spendOnPast(wearerId, query.from !== undefined);
    await spendOnLong(budgets, query.period, accountId);
    return { data: notInFuture(await statistics.profileFor(wearerId, chosenIn(query))) };
  });

  serve(api, statisticsSettings, async ({ principal }) => ({
    data: await store.statisticsSettings.of(principal.wearerId),
  }));

  serve(api, saveStatisticsSettings, async ({ body, principal }) => {
    const before = await store.transaction(async (inside) => {
      const { rights } = await lockBoth(inside, principal, 'set-range');
      const old = await inside.statisticsSettings.of(principal.wearerId);
      // Readings are the owner's to erase (PPL-5).
      if (body.keepDays !== old.keepDays && !rights.has('delete')) throw new ProblemError('not-allowed');
      await inside.statisticsSettings.save(principal.wearerId, body);
      return old;
    });
    // The night of lamps and alarms uses the same time zone.
    if (body.timeZone !== null && body.timeZone !== before.timeZone) {
      await store.alarmWatch.makeDue([principal.wearerId]);
      await changes.publish(principal.wearerId, 'range');
    }
    if (body.keepDays !== null) {
      await statistics.eraseFor(principal.wearerId);
      await changes.publish(principal.wearerId, 'readings');
    }
    return { isSuccess: true };
  });
}

type PeriodQuery = {
  period?: StatisticsPeriod | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** The period of a query, which has been checked: it has either a word or both dates. */
const chosenIn = ({ period, from = '', until = '' }: PeriodQuery): ChosenPeriod => period ?? { from, until };

/** Only the wearer's time zone tells whether a day has begun, so the contract cannot check it. */
function notInFuture<Data>(data: Data | null): Data {
  if (data === null) throw new ProblemError('invalid-input', { errors: { until: [FUTURE_DATES] } });
  return data;
}
