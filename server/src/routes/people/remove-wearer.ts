import { removeWearer } from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { eraseReadings } from '../accounts/erase-readings.ts';
import { withOwnAccount } from '../accounts/own-account.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Erases a wearer at once, after the password is typed again. An account keeps one wearer of its own: the last one is
 * emptied, by putting a new one with its name in its place.
 */
export function serveRemoveWearer(api: Api, dependencies: Dependencies): void {
  const { polling, devices, changes, now } = dependencies;
  serve(api, removeWearer, async ({ body: { password }, principal, request }) => {
    const { wearerId, wearer, accountId } = principal;
    const typed = { password, network: networkOf(request) };
    const codes = await withOwnAccount(dependencies, principal, typed, {
      prepare: () => eraseReadings(dependencies.store, accountId, wearerId),
      async work(inside) {
        // Of two removals at once, and of a hand-over meanwhile, the later one finds a wearer that is not its own.
        if ((await inside.wearers.lock(wearerId))?.accountId !== accountId)
          throw new ProblemError('no-such-wearer');
        const follows = await inside.follows.of(wearerId);
        const { own } = await inside.visibleWearers.count(accountId);
        await inside.wearers.remove(wearerId);
        if (own === 1) await inside.wearers.add(accountId, wearer, now());
        return [wearer.code, ...follows.flatMap(({ code }) => code ?? [])];
      },
    });
    for (const code of codes) await devices.disconnectCode(wearerId, code);
    // Every node drops the glow, disconnects the lamps and ends open streams.
    for (const change of ['range', 'devices', 'people'] as const) await changes.publish(wearerId, change);
    await polling.disconnect(wearerId, { clearCredentials: true });
    return { isSuccess: true };
  });
}
