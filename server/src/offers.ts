import {
  type DexcomLogin,
  type DexcomRegion,
  dexcomRegionOf,
  type LibreLogin,
  otherDexcomRegion,
} from '@tealight/contract';
import { type Sources, sourcesOf } from '@tealight/sources';
import type * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { Offered } from './poll/parts.ts';

/** The vendors' hosts are fixed by whoever runs the server; only a wearer's own site may be anywhere. */
export const userGiven = 'nightscout';

/** What wearers can connect here, by the name under which connections remember it. */
export function offersOf({ addresses, dexcomClient }: Pick<Config, 'addresses' | 'dexcomClient'>) {
  const client = dexcomClient && { clientId: dexcomClient.id, clientSecret: dexcomClient.secret };
  const sources = sourcesOf(addresses, { dexcomApi: client ?? undefined });
  const { nightscout, libre, dexcomShare, dexcomApi, medtronic } = sources;
  const offered: Record<string, Offered> = {
    nightscout: { type: 'nightScout', source: nightscout as Offered['source'], ownSite: true },
    libre: { type: 'freeStyleLibre', source: libre as Offered['source'] },
    dexcomShare: { type: 'dexcom', source: dexcomShare as Offered['source'] },
    medtronic: { type: 'medtronic', source: medtronic as Offered['source'], loginOnce: true },
    ...(dexcomApi && {
      dexcomApi: { type: 'dexcom', source: dexcomApi as Offered['source'], loginOnce: true },
    }),
  };
  return { sources, offered };
}

export type Offers = { sources: Sources; offered: Record<string, Offered> };

/**
 * The fetch a source is handed. Both are bounded alike; `forUserGiven` visits only the addresses that a wearer may
 * name, `forFixed` whatever the operator has set.
 */
export const fetchFor = (forUserGiven: typeof fetch, forFixed: typeof fetch) => (name: string) =>
  name === userGiven ? forUserGiven : forFixed;

/** Names of sources that are connected by what the wearer types, by the contract's word for them. */
export const typed = {
  nightScout: 'nightscout',
  freeStyleLibre: 'libre',
  dexcom: 'dexcomShare',
} as const;
export type TypedSource = keyof typeof typed;

/** A login as its source wants it, and whose readings, where the wearer has said so. */
export type Typed = { login: unknown; personId?: string };

/**
 * What the wearer typed, as the source wants it. A Dexcom account lives where its country is; which of the three
 * regions that means is asked of nobody, and another one is tried only when the wearer says so.
 */
export function loginFor(type: TypedSource, login: unknown, country: string): Typed {
  switch (type) {
    case 'dexcom': {
      const { region, ...rest } = login as z.output<typeof DexcomLogin>;
      return { login: { ...rest, region: (region ?? dexcomRegionOf(country)).toLowerCase() } };
    }
    case 'freeStyleLibre': {
      const { patientId, ...rest } = login as z.output<typeof LibreLogin>;
      return { login: rest, ...(patientId !== undefined && { personId: patientId }) };
    }
    case 'nightScout':
      return { login };
  }
}

/** The same login, to be looked for in another of Dexcom's regions; a source without regions has no other. */
export function elsewhere(login: unknown): unknown {
  const { region, ...rest } = login as { region?: string };
  if (region === undefined) return login;
  return { ...rest, region: otherDexcomRegion(region.toUpperCase() as DexcomRegion).toLowerCase() };
}
