import ipaddr from 'ipaddr.js';

/** Ranges that a home or company network uses, by their names in `ipaddr.js`. */
const PRIVATE = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Where clouds answer with the machine's own credentials. Never visited, not even where private addresses are
 * allowed. (169.254.169.254 is link-local and refused as such.)
 */
const METADATA = new Set(['100.100.100.200', 'fd00:ec2::254', '168.63.129.16', '192.0.0.192']);

/**
 * Whether an IP address may be visited. Disguises are taken off first: IPv4 inside IPv6 (mapped, compatible,
 * NAT64, 6to4) is judged as IPv4. What is no address is not allowed.
 */
export function mayVisit(address: string, privateAllowed: boolean): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const real = undisguised(ipaddr.process(bare));
  if (METADATA.has(real.toString())) return false;
  const range = real.range();
  if (privateAllowed && PRIVATE.has(range)) return true;
  return range === 'unicast' && (real.kind() === 'ipv4' || isGlobal(real as ipaddr.IPv6));
}

function undisguised(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  const zeros = bytes.slice(0, 12).every((byte) => byte === 0);
  const inside = (at: number) => new ipaddr.IPv4(bytes.slice(at, at + 4));
  // ::a.b.c.d, long deprecated, but not ::1 and ::, which are IPv6's own.
  if (zeros && (bytes[12] !== 0 || bytes[13] !== 0)) return inside(12);
  if (address.range() === 'rfc6052') return inside(12); // NAT64
  if (address.range() === '6to4') return inside(2);
  return address;
}

/** All of the public IPv6 internet lies below 2000::/3; what is outside is unassigned or internal. */
function isGlobal(address: ipaddr.IPv6): boolean {
  return ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}
