import { libre } from './libre/source.ts';
import { nightscout } from './nightscout/source.ts';

/** Where the vendors live, for those who point Tealight at simulated ones. What is left out is the real vendor. */
export type Addresses = { libreLinkUp?: string | undefined };

/** Every source there is, by name. A new vendor is one line here. */
export function sourcesOf(addresses: Addresses = {}) {
  return {
    libre: libre(addresses.libreLinkUp),
    nightscout: nightscout(),
  };
}

export type Sources = ReturnType<typeof sourcesOf>;
export type SourceName = keyof Sources;
