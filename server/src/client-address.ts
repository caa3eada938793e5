import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Reverse proxies, as addresses or networks, whose X-Forwarded-For is believed. */
export type Trusted = readonly string[];

/** What an address that cannot be read counts as: all of them are one, or each would have limits of its own. */
const UNREADABLE = 'unreadable';

/** The address a request comes from: behind trusted proxies the last one of X-Forwarded-For that is none of theirs. */
export function clientAddress(request: IncomingMessage, trusted: Trusted): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  let address = request.socket.remoteAddress ?? '';
  while (forwarded.length > 0 && isTrusted(address, trusted)) address = forwarded.pop() ?? '';
  return address;
}

/** The network of an address, for limits: the IPv4 address, or the /64 that one IPv6 line gets. */
export function networkOf(address: string): string {
  const read = parse(address);
  if (read === null) return UNREADABLE;
  return read.kind() === 'ipv4' ? read.toString() : prefix(read as ipaddr.IPv6, 4);
}

/** The /48 around a network of `networkOf`, which one IPv6 customer may get (RFC 6177); null for any other. */
export function wideNetworkOf(network: string): string | null {
  const [base = ''] = network.split('/');
  const read = parse(base);
  return read?.kind() === 'ipv6' ? prefix(read as ipaddr.IPv6, 3) : null;
}

/** The network that a socket's connections are counted to; null for a trusted proxy, which brings many. */
export function limitedAddress(address = '', trusted: Trusted): string | null {
  return isTrusted(address, trusted) ? null : networkOf(address);
}

/** Some proxies add the port. IPv4 inside of IPv6 is IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/^\[([^\]]+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

const prefix = (address: ipaddr.IPv6, parts: number): string =>
  `${address.parts
    .slice(0, parts)
    .map((part) => part.toString(16))
    .join(':')}::/${parts * 16}`;

function isTrusted(address: string, trusted: Trusted): boolean {
  const real = parse(address);
  if (real === null) return false;
  return trusted.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null];
    if (base.kind() !== real.kind()) return false;
    return bits === null ? base.toString() === real.toString() : real.match([base, bits] as never);
  });
}
