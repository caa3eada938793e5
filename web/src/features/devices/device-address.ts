import { queryOptions, useQuery } from '@tanstack/react-query';
import { pairing } from '@tealight/contract';
import { call } from '../../data/call.ts';

/** The addresses of the server as it knows them itself. */
export const pairingQuery = queryOptions({
  queryKey: [pairing.path],
  queryFn: ({ signal }) => call(pairing, { signal }),
});

/** How other devices reach the server: `none` from this computer only; `plain` without TLS, `secure` with it. */
export type DeviceAddress = { origin: string; reach: 'none' | 'plain' | 'secure' };

const isLoopback = (hostname: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');

/** An address as devices may use it. */
export function deviceAddressOf(origin: string): DeviceAddress {
  const { protocol, hostname } = new URL(origin);
  if (isLoopback(hostname)) return { origin, reach: 'none' };
  return { origin, reach: protocol === 'https:' ? 'secure' : 'plain' };
}

/**
 * The address for other devices: that of this page, or the server's own where the page was opened by a name that only
 * this computer has. Undefined until it is known.
 */
export function useDeviceAddress() {
  const own = deviceAddressOf(window.location.origin);
  const { data, isError, refetch } = useQuery({ ...pairingQuery, enabled: own.reach === 'none' });
  const servers = data && deviceAddressOf(new URL(data.lamp).origin);
  return { address: own.reach === 'none' ? servers : own, isError, refetch };
}
