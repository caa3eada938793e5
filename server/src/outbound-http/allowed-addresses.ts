import ipaddr from 'ipaddr.js';

/** Ranges of home and company networks, by their names in `ipaddr.js`. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Metadata services of clouds, which return the machine's own credentials. Never allowed, not even where private
 * addresses are. (169.254.169.254 is link-local and blocked as such.)
 */
const METADATA_ADDRESSES = new Set(['100.100.100.200', 'fd00:ec2::254', '168.63.129.16', '192.0.0.192']);

/**
 * Whether this server may connect to an IP address. IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4) is treated as
 * IPv4. An invalid address is not allowed.
 */
export function mayConnect(address: string, privateAllowed: boolean): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const real = embeddedIpv4OrSelf(ipaddr.process(bare));
  if (METADATA_ADDRESSES.has(real.toString())) return false;
  const range = real.range();
  if (privateAllowed && PRIVATE_RANGES.has(range)) return true;
  return range === 'unicast' && (real.kind() === 'ipv4' || isGlobal(real as ipaddr.IPv6));
}

function embeddedIpv4OrSelf(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  const zeros = bytes.slice(0, 12).every((byte) => byte === 0);
  const ipv4At = (at: number) => new ipaddr.IPv4(bytes.slice(at, at + 4));
  // ::a.b.c.d, long deprecated, but not ::1 and ::, which are IPv6's own.
  if (zeros && (bytes[12] !== 0 || bytes[13] !== 0)) return ipv4At(12);
  if (address.range() === 'rfc6052') return ipv4At(12); // NAT64
  if (address.range() === '6to4') return ipv4At(2);
  return address;
}

/** All public IPv6 addresses are in 2000::/3; others are unassigned or internal. */
function isGlobal(address: ipaddr.IPv6): boolean {
  return ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}
