import { dexcomApi } from './dexcom-api/source.ts';
import type { Client } from './dexcom-api/tokens.ts';
import { dexcomShare } from './dexcom-share/source.ts';
import { libre } from './libre/source.ts';
import { medtronic } from './medtronic/source.ts';
import { nightscout } from './nightscout/source.ts';

/** Where the vendors live, without slashes at the end. */
const vendors = {
  dexcomShareUs: 'https://share2.dexcom.com',
  dexcomShareOus: 'https://shareous1.dexcom.com',
  dexcomShareJp: 'https://share.dexcom.jp',
  dexcomApi: 'https://api.dexcom.com',
};

/** Other places for vendors, for those who point Tealight at simulated ones. What is left out is the real vendor. */
export type Addresses = {
  [Vendor in keyof typeof vendors | 'libreLinkUp' | 'careLink']?: string | undefined;
};

/** How Tealight is known to vendors that hand out names; a source that needs one is there only with it. */
export type Clients = { dexcomApi?: Client | undefined };

/** Every source there is, by name. A new vendor is one line here. */
export function sourcesOf(addresses: Addresses = {}, clients: Clients = {}) {
  const at = (vendor: keyof typeof vendors) => (addresses[vendor] ?? vendors[vendor]).replace(/\/+$/, '');
  return {
    libre: libre(addresses.libreLinkUp),
    nightscout: nightscout(),
    medtronic: medtronic(addresses.careLink),
    dexcomShare: dexcomShare({ us: at('dexcomShareUs'), ous: at('dexcomShareOus'), jp: at('dexcomShareJp') }),
    dexcomApi: clients.dexcomApi && dexcomApi(at('dexcomApi'), clients.dexcomApi),
  };
}

export type Sources = ReturnType<typeof sourcesOf>;
export type SourceName = keyof Sources;
