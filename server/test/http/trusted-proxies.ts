import { parseTrustedProxy, type TrustedProxies } from '../../src/shared/client-address.ts';

/** What the configuration makes of these addresses and networks. */
export const trustedProxies = (...list: string[]): TrustedProxies =>
  list.flatMap((item) => parseTrustedProxy(item) ?? []);
