import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** A network of reverse proxies with a trusted X-Forwarded-For header; one address is the smallest network. */
export type TrustedProxy = Readonly<{ base: ipaddr.IPv4 | ipaddr.IPv6; bits: number }>;
export type TrustedProxies = readonly TrustedProxy[];

/** The bits before the IPv4 address in an IPv6 address that contains one (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

/** The network of all invalid addresses: otherwise each would have limits of its own. */
const UNREADABLE = 'unreadable';

/**
 * An address such as `10.0.0.2`, or a network such as `10.0.0.0/8`; null for anything else, and for the network of all
 * addresses, which would let each client choose its own.
 */
export function parseTrustedProxy(text: string): TrustedProxy | null {
  const { IPv4, IPv6 } = ipaddr;
  if (IPv4.isValidFourPartDecimal(text)) return { base: IPv4.parse(text), bits: 32 };
  if (IPv6.isValid(text)) return networkFrom(IPv6.parse(text), 128);
  if (!IPv4.isValidCIDRFourPartDecimal(text) && !IPv6.isValidCIDR(text)) return null;
  return networkFrom(...ipaddr.parseCIDR(text));
}

function networkFrom(base: ipaddr.IPv4 | ipaddr.IPv6, bits: number): TrustedProxy | null {
  const network =
    base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress()
      ? { base: base.toIPv4Address(), bits: bits - MAPPED_BITS }
      : { base, bits };
  return network.bits > 0 ? network : null;
}

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

/** Whether an address is a proxy's. */
export function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const parsed = parse(address);
  if (parsed === null) return false;
  return trusted.some(({ base, bits }) => base.kind() === parsed.kind() && parsed.match(base as never, bits));
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
