import { type ConnectionStatus, sharedDay, sharedHistory, sharedNow } from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { spendOnLong } from '../statistics/statistics.ts';

/** What a share link shows. */
export function serveSharedPage(
  api: Api,
  { readingsFor, polling, statistics, store, budgets }: Dependencies,
): void {
  serve(api, sharedNow, async ({ principal: { link, wearer } }) => {
    const [{ data }, status, settings] = await Promise.all([
      readingsFor(wearer.id),
      polling.status(wearer.id),
      store.statisticsSettings.of(wearer.id),
    ]);
    return {
      name: link.alias ?? wearer.name,
      accent: wearer.accent,
      scope: link.scope,
      expiresAt: link.expiresAt === null ? null : new Date(link.expiresAt).toISOString(),
      palette: wearer.palette,
      timeZone: settings.timeZone,
      ...data,
      state: sharedState(status),
    };
  });

  serve(api, sharedDay, async ({ query: { span }, principal: { wearer } }) => ({
    data: await statistics.chartFor(wearer.id, span),
  }));

  serve(api, sharedHistory, async ({ query: { period }, principal: { link, wearer } }) => {
    await spendOnLong(budgets, period, `link ${link.id}`);
    const [numbers, profile] = await Promise.all([
      statistics.statisticsFor(wearer.id, period),
      statistics.profileFor(wearer.id, period),
    ]);
    // Only a period of dates can be in the future.
    if (numbers === null || profile === null) throw new Error('A period that ends now has no numbers');
    return { statistics: numbers, profile };
  });
}

/** Why readings do not arrive is the wearer's own: only whether the sensor is silent, or it is something else. */
function sharedState({ state }: ConnectionStatus): 'fine' | 'silent' | 'problem' | 'none' {
  return state === 'error' || state === 'checking' ? 'problem' : state;
}
