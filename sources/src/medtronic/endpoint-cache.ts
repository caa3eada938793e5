import { HOUR_MS } from '@tealight/glucose';
import type { SourceContext } from '../source.ts';
import { EndpointsMoved } from './call-carelink.ts';
import { type DiscoveryStart, discover, type Endpoints, type Region } from './discovery.ts';

/** The vendor changes this a few times a year. */
const CACHE_MS = 12 * HOUR_MS;

export type EndpointCache = ReturnType<typeof openEndpointCache>;

/** The endpoints of each region, discovered once in hours for all accounts. */
export function openEndpointCache(start: DiscoveryStart) {
  const cached = new Map<Region, { endpoints: Endpoints; until: number }>();

  /** Discovers them again. */
  const refresh = async (region: Region, context: SourceContext): Promise<Endpoints> => {
    const endpoints = await discover(region, start, context);
    cached.set(region, { endpoints, until: context.now() + CACHE_MS });
    return endpoints;
  };

  /** Runs `work` with the cached endpoints, and once more with new ones when the vendor has moved them. */
  const withEndpoints = async <T>(
    region: Region,
    context: SourceContext,
    work: (endpoints: Endpoints) => Promise<T>,
  ): Promise<T> => {
    const found = cached.get(region);
    if (found === undefined || found.until <= context.now()) return work(await refresh(region, context));
    try {
      return await work(found.endpoints);
    } catch (error) {
      if (!(error instanceof EndpointsMoved)) throw error;
      return work(await refresh(region, context));
    }
  };

  return { refresh, withEndpoints };
}
