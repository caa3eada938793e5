import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Addresses or networks of reverse proxies with a trusted X-Forwarded-For header. */
export type TrustedProxies = readonly string[];

/** The network of all invalid addresses: otherwise each would have limits of its own. */
const UNREADABLE = 'unreadable';

/** The client's address: behind trusted proxies, the last one of X-Forwarded-For that is not a trusted proxy. */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  let address = request.socket.remoteAddress ?? '';
  while (forwarded.length > 0 && isTrusted(address, trusted)) address = forwarded.pop() ?? '';
  return address;
}

/** The network of an address, for limits: the IPv4 address, or the /64 that an IPv6 subscriber gets. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return UNREADABLE;
  return parsed.kind() === 'ipv4' ? parsed.toString() : prefix(parsed as ipaddr.IPv6, 4);
}

/** The /48 around a network of `networkOf`, which one IPv6 customer may get (RFC 6177); null for any other. */
export function wideNetworkOf(network: string): string | null {
  const [base = ''] = network.split('/');
  const parsed = parse(base);
  return parsed?.kind() === 'ipv6' ? prefix(parsed as ipaddr.IPv6, 3) : null;
}

/** The network for counting connections; null for a trusted proxy, which has the connections of many clients. */
export function limitedAddress(address = '', trusted: TrustedProxies): string | null {
  return isTrusted(address, trusted) ? null : networkOf(address);
}

/** Removes the port that some proxies add, and converts IPv4 inside IPv6 to IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/^\[([^\]]+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

const prefix = (address: ipaddr.IPv6, parts: number): string =>
  `${address.parts
    .slice(0, parts)
    .map((part) => part.toString(16))
    .join(':')}::/${parts * 16}`;

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const parsed = parse(address);
  if (parsed === null) return false;
  return trusted.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null];
    if (base.kind() !== parsed.kind()) return false;
    return bits === null ? base.toString() === parsed.toString() : parsed.match([base, bits] as never);
  });
}
