import { SIMULATED_LOW_MGDL, simulateUrgentLow } from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { Dependencies } from '../dependencies.ts';

/** A reading closer than this to the one before counts as the same (`DUPLICATE_WITHIN_MS` of the polling). */
const APART_MS = 30 * SECOND;

/** Tries the alarms with a simulated source: the reading comes by a poll, as all do, and the alarm rings on all channels. */
export function serveSimulatedLow(
  api: Api,
  { simulatedSite, store, polling, budgets, now }: Dependencies,
): void {
  serve(api, simulateUrgentLow, async ({ principal: { wearerId } }) => {
    if (simulatedSite === null || !(await simulatedSite.isSourceOf(wearerId)))
      throw new ProblemError('not-offered', {
        title: 'Only the simulated source of this computer can report an urgent low on request',
      });
    await budgets.spend('check-now', wearerId);
    const { lastReadingAt = null } = (await store.connections.find(wearerId)) ?? {};
    const takenAt = Math.max(now(), (lastReadingAt ?? 0) + APART_MS);
    if (!(await simulatedSite.measure(SIMULATED_LOW_MGDL, takenAt)))
      throw new ProblemError('unavailable', { title: 'The simulated source does not answer' });
    await polling.checkNow(wearerId);
    return { isSuccess: true };
  });
}
