import { CODE_HISTORY_DAYS } from '@tealight/contract';
import type { FastifyInstance } from 'fastify';
import { DAY } from '../../times.ts';
import type { DeviceParts } from '../parts.ts';
import { openEntryCache } from './entry-cache.ts';
import type { GuestParts } from './guest.ts';
import { withinReach } from './readings.ts';
import { serveV1 } from './serve-v1.ts';
import { serveV3 } from './serve-v3.ts';

export type Nightscout = Disposable & { serve(app: FastifyInstance): void };

/** Nightscout's read API for the wearers' displays, as far back as each wearer lets them read. */
export function openNightscout(
  { store, changes }: Pick<DeviceParts, 'store' | 'changes'>,
  guests: GuestParts,
): Nightscout {
  const { now } = guests;
  const reachOf = async (wearerId: number) =>
    (await store.displaySettings.of(wearerId)).history === 'all' ? null : CODE_HISTORY_DAYS * DAY;
  const rangeOf = async (id: number) => (await store.wearers.byId(id))?.range ?? null;
  const cache = openEntryCache({ store: store.entries, reachOf, changes, now });
  const parts = { ...guests, cache, rangeOf, store: withinReach(store.entries, reachOf, now) };
  return {
    serve(app) {
      serveV1(app, parts);
      serveV3(app, parts);
    },
    [Symbol.dispose]: () => cache[Symbol.dispose](),
  };
}
