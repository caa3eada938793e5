import { CODE_HISTORY_DAYS } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { DAY } from '../../shared/time-units.ts';
import type { DeviceDependencies } from '../dependencies.ts';
import { openEntryCache } from './entries/entry-cache.ts';
import type { ClientDependencies } from './principal.ts';
import { withinHistoryLimit } from './readings.ts';
import { serveV1 } from './v1/serve-v1.ts';
import { serveV3 } from './v3/serve-v3.ts';

export type Nightscout = Disposable & { serve(app: FastifyInstance): void };

/** Nightscout's read API for the wearers' displays, as far back as each wearer allows. */
export function openNightscout(
  { store, changes }: Pick<DeviceDependencies, 'store' | 'changes'>,
  clientDependencies: ClientDependencies,
): Nightscout {
  const { now } = clientDependencies;
  const historyLimitOf = async (wearerId: number) =>
    (await store.displaySettings.of(wearerId)).history === 'all' ? null : CODE_HISTORY_DAYS * DAY;
  const rangeOf = async (id: number) => (await store.wearers.byId(id))?.range ?? null;
  const cache = openEntryCache({ store: store.entries, historyLimitOf, changes, now });
  const dependencies = {
    ...clientDependencies,
    cache,
    rangeOf,
    store: withinHistoryLimit(store.entries, historyLimitOf, now),
  };
  return {
    serve(app) {
      serveV1(app, dependencies);
      serveV3(app, dependencies);
    },
    [Symbol.dispose]: () => cache[Symbol.dispose](),
  };
}
