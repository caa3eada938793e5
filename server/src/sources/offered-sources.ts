import type { SourceType } from '@tealight/contract';
import { type SourceName, type Sources, sourcesOf } from '@tealight/sources';
import { type Descriptor, descriptors } from '@tealight/sources/descriptors';
import type { Config } from '../config/config.ts';
import type { AnySource, RegisteredSource } from '../polling/registered-source.ts';

/** The sources of this server by name, and those that wearers can connect. */
export type Offers = { sources: Sources; offered: Readonly<Record<string, RegisteredSource>> };

/** The sources with complete settings. */
export function offersOf({ sourceSettings }: Pick<Config, 'sourceSettings'>): Offers {
  const sources = sourcesOf(sourceSettings);
  const bySource: Readonly<Record<SourceName, AnySource | undefined>> = sources;
  const offered = descriptors.flatMap((descriptor) => {
    const source = bySource[descriptor.name];
    return source === undefined ? [] : [[descriptor.name, offeredAs(descriptor, source)] as const];
  });
  return { sources, offered: Object.fromEntries(offered) };
}

/** How late each offered source shows readings, by its own design. */
export const delaysOf = ({ offered }: Offers): Readonly<Record<string, { visibleAfterMs: number }>> =>
  Object.fromEntries(Object.entries(offered).map(([name, { source }]) => [name, source.rhythm]));

const offeredAs = (descriptor: Descriptor, source: AnySource): RegisteredSource => ({
  type: descriptor.type,
  source,
  isSelfHosted: isOwnSite(descriptor),
  // The code from the vendor's page works once.
  isLoginSingleUse: descriptor.connect.by !== 'login',
});

const isOwnSite = (descriptor: Descriptor): boolean => 'isOwnSite' in descriptor && descriptor.isOwnSite;

/** Names of the sources with self-hosted sites, whose address the wearer enters. */
export const ownSites: readonly string[] = descriptors.filter(isOwnSite).map(({ name }) => name);

/**
 * The fetch of a source. Both have the same limits; `forOwnSites` calls only addresses that a wearer may
 * enter, `forVendors` any address that the operator has configured.
 */
export const fetchFor = (forOwnSites: typeof fetch, forVendors: typeof fetch) => (name: string) =>
  ownSites.includes(name) ? forOwnSites : forVendors;

/** The types that a wearer can connect here by a form. */
export const offeredTypes = ({ offered }: Offers): SourceType[] =>
  descriptors
    .filter((descriptor) => 'form' in descriptor && descriptor.name in offered)
    .map(({ type }) => type);

/** The source that connects a type by a login; undefined if that is not offered. */
export function loginSourceOf(
  { offered }: Offers,
  type: string,
): { name: string; source: AnySource } | undefined {
  const found = descriptors.find(
    (descriptor) =>
      descriptor.type === type && descriptor.connect.by === 'login' && descriptor.name in offered,
  );
  const source = offered[found?.name ?? '']?.source;
  return found && source && { name: found.name, source };
}
