import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Reverse proxies, as addresses or networks, whose X-Forwarded-For is believed. */
export type Trusted = readonly string[];

/**
 * The network a device comes from, for limits: the IPv4 address, or the /64 that one IPv6 customer gets. Behind
 * trusted proxies it is the last address of X-Forwarded-For that is none of theirs.
 */
export function networkOf(request: IncomingMessage, trusted: Trusted): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim());
  let address = request.socket.remoteAddress ?? '';
  while (forwarded.length > 0 && isTrusted(address, trusted)) {
    const before = forwarded.pop() ?? '';
    if (!ipaddr.isValid(before)) break;
    address = before;
  }
  return wholeNetwork(address);
}

/** The network that a socket's connections are counted to; null for a trusted proxy, which brings many. */
export function limitedAddress(address = '', trusted: Trusted): string | null {
  return isTrusted(address, trusted) ? null : wholeNetwork(address);
}

function isTrusted(address: string, trusted: Trusted): boolean {
  if (!ipaddr.isValid(address)) return false;
  const real = ipaddr.process(address);
  return trusted.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null];
    if (base.kind() !== real.kind()) return false;
    return bits === null ? base.toString() === real.toString() : real.match([base, bits] as never);
  });
}

function wholeNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const real = ipaddr.process(address);
  if (real.kind() === 'ipv4') return real.toString();
  return `${(real as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
